"""Many kiosks, boards and worklists on a real server of several workers, under faults, against the targets."""
