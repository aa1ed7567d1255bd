import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]


def verify(secret, headers, body):
    """Returns the event. Raises ValueError if the signature is invalid, or older than five minutes."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The timestamp is too far from the current time.")

    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(signature, expected) for signature in signatures):
        raise ValueError("No signature is valid.")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify(SECRET, self.headers, body)
        except ValueError as error:
            self.send_error(400, str(error))
            return
        print(event["type"], event["recordId"], flush=True)
        self.send_response(204)
        self.end_headers()


if __name__ == "__main__":
    server = HTTPServer(("", int(os.environ.get("PORT", "3000"))), Receiver)
    print(f"Listening on port {server.server_port}.", flush=True)
    server.serve_forever()
