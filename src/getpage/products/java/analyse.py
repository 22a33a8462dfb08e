"""x"""
from getpage.contract.observation import Observation
def analyse(evidence):
    """x"""
    return Observation()
