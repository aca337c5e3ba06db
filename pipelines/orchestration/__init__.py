"""What Dagster runs: assets, asset checks, partitions, schedules and sensors, and the job run in this process."""
