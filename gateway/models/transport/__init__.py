"""What the providers share: requests, streamed responses, time-outs and errors of model services."""
