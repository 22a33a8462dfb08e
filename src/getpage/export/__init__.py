"""What other tools read: a result and the days of a store as a workbook, metrics, Parquet or a dashboard."""
