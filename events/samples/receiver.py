import hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

def event_of(raw_body, header, secret, now):
    """The event; a ValueError unless it was signed with the secret within the last five minutes."""
    entries = [entry.strip().partition("=") for entry in header.split(",")]
    times = [value for name, _, value in entries if name == "t"]
    if len(times) != 1:
        raise ValueError("it has no time")
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    fits = [hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in entries if name == "v1"]
    if True not in fits:
        raise ValueError("the signature does not fit")
    if abs(now - int(times[0])) > 300:
        raise ValueError("it was signed at another time")
    return json.loads(raw_body)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            header = self.headers.get("X-SVC-Signature", "")
            event = event_of(raw_body, header, os.environ["WEBHOOK_SECRET"], time.time())
            print(event["id"], event["type"], event["data"])
            self.send_response(204)
        except ValueError as error:
            print("refused:", error)
            self.send_response(400)
        self.end_headers()

if __name__ == "__main__":
    HTTPServer(("", 8088), Receiver).serve_forever()
