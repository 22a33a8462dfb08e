"""Identities from their spelling, so that tests can say `SYSA.DB1A` where the evidence would."""

from __future__ import annotations

from getpage.core.names import Image, KnobId, Object, Subsystem


def subsystem(product: str, spelled: str) -> Subsystem:
    """`SYSA.DB1A`, or `DB1A` on an image that is not named; of z/OS `SYSA` is the image as a whole."""
    image, _, name = spelled.rpartition(".")
    if product == "zos" and not image:
        return Subsystem("zos", Image(name))
    return Subsystem(product, Image(image), name)


def thing(product: str, spelled: str) -> Object:
    """`SYSA.DB1A BP1`; without a blank the subsystem itself."""
    whole, _, name = spelled.partition(" ")
    return Object(subsystem(product, whole), name)


def knob_id(product: str, spelled: str) -> KnobId:
    """`SYSA.DB1A.BP1`."""
    whole, _, name = spelled.rpartition(".")
    return KnobId(subsystem(product, whole), name)
