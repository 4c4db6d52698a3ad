"""The fixtures of the package, as an installed one has them."""

pytest_plugins = ["pytester"]
