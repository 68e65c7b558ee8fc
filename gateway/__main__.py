"""`python -m gateway` is `citestream`."""

from gateway.cli.main import main

if __name__ == "__main__":
    main()
