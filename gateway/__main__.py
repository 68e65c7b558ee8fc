"""`python -m gateway` is `citestream`."""

from gateway.cli import main

if __name__ == "__main__":
    main()
