"""What operators see of a running installation: whether it is ready, metrics, traces."""
