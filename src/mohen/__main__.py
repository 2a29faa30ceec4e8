"""`python -m mohen` is `mohen`."""

from mohen.cli import main

if __name__ == "__main__":
    main()
