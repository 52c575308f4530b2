"""What `lineslip.py` reads: bounded in time and size, verified, and strict. Nothing in here decides about risks."""
import base64, datetime, http.client, io, json, math, os, ssl, time, urllib.error, urllib.request

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

FORMAT = 1
RELEASE_TYPE, KEY_TYPE = "lineslip-release", "lineslip-key"
RELEASE_BYTES, DOCUMENT_BYTES, KEYS_BYTES = 16_000_000, 4_000_000, 250_000
# What nobody signed yet is read no further than this.
MAX_HEADER = 4000

class FeedError(Exception):
    """What cannot be used, in a sentence."""

def refuse_unless(condition, message):
    if not condition:
        raise FeedError(message)

def is_number(value):
    try:
        return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(float(value))
    except OverflowError:
        return False

def is_day(text):
    try:
        return datetime.date.fromisoformat(text).isoformat() == text >= "1900"
    except (TypeError, ValueError):
        return False

def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53

def is_hash(value):
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")

def refuse_constant(name):
    raise ValueError(f"{name} is not JSON.")

def parse(text, what):
    """JSON as JavaScript reads it. A number of a million digits takes Python minutes: it is read as a double."""
    try:
        parse_int = lambda digits: int(digits) if len(digits) < 400 else float(digits)
        return json.loads(text, parse_int=parse_int, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise FeedError(f"{what} is not JSON.") from None

def read_object(value, what):
    refuse_unless(isinstance(value, dict), f"{what} must be a JSON object.")
    return value

def read_list(value, what):
    refuse_unless(isinstance(value, list), f"{what} must be a list.")
    return value

class Deadline:
    """One moment for all that a refresh does."""
    def __init__(self, seconds):
        self._end = time.monotonic() + seconds

    def left(self):
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("The server gave no whole answer in time.")
        return left

class BoundedSocket(io.RawIOBase):
    """Waits for each part no longer than the deadline: a timeout of the socket begins again with every byte."""
    def __init__(self, raw, sock, deadline):
        self._raw, self._sock, self._deadline = raw, sock, deadline

    def readable(self):
        return True

    def readinto(self, buffer):
        self._sock.settimeout(self._deadline.left())
        return self._raw.readinto(buffer)

    def close(self):
        self._raw.close()
        super().close()

def create_opener(deadline):
    """An opener that keeps the deadline and follows no redirect: the token is for nobody else."""
    class Response(http.client.HTTPResponse):
        def __init__(self, sock, *args, **options):
            super().__init__(sock, *args, **options)
            self._plain = self.fp
            self.fp = io.BufferedReader(BoundedSocket(self._plain.raw, sock, deadline))

    class Connection(http.client.HTTPConnection):
        response_class = Response

        def connect(self):
            self.timeout = deadline.left()
            super().connect()

    class SecureConnection(http.client.HTTPSConnection):
        response_class = Response

        def connect(self):
            self.timeout = deadline.left()
            super().connect()

    class Handler(urllib.request.HTTPHandler):
        def http_open(self, request):
            return self.do_open(Connection, request)

    class SecureHandler(urllib.request.HTTPSHandler):
        def https_open(self, request):
            return self.do_open(SecureConnection, request, context=ssl.create_default_context())

    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_args):
            return None

    return urllib.request.build_opener(Handler, SecureHandler, NoRedirect)

def create_reader(directory, url, token, channel):
    """Reads `release`, `keys` or a document by its hash: `read(name, deadline)`."""
    names = {"release": f"{channel}.jws", "keys": "keys.json"} if url is None else {"release": channel, "keys": "keys"}
    limits = {"release": RELEASE_BYTES, "keys": KEYS_BYTES}

    def read(name, deadline):
        path, limit = names.get(name, f"documents/{name}"), limits.get(name, DOCUMENT_BYTES)
        if url is None:
            with open(os.path.join(directory, path), "rb") as file:
                data = file.read(limit + 1)
        else:
            data = fetch(f"{url.rstrip('/')}/feed/v1/{path}", token, limit, deadline)
        refuse_unless(len(data) <= limit, f"The answer of the server is larger than {limit / 1e6:g} MB.")
        return data

    return read

def fetch(url, token, limit, deadline):
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    request = urllib.request.Request(url, headers=headers)
    try:
        with create_opener(deadline).open(request, timeout=deadline.left()) as response:
            refuse_unless(response.status == 200, f"The server answered {response.status}.")
            data = response.read(limit + 1)
            refuse_unless(len(data) > limit or not response.length, "The answer of the server was cut.")
            return data
    except urllib.error.HTTPError as error:
        with error:
            raise FeedError(f"The server answered {error.code}.") from None

def decode(part):
    return base64.b64decode(part + "=" * (-len(part) % 4), altchars=b"-_", validate=True)

def read_header(jws):
    header = jws.partition(".")[0]
    refuse_unless(len(header) <= MAX_HEADER, "This is not a signed release.")
    try:
        return read_object(parse(decode(header), "The header"), "The header")
    except (FeedError, ValueError):
        raise FeedError("This is not a signed release.") from None

def verify(jws, key, types):
    """The payload, if the key signed it. Without a key, because the caller runs unverified, whoever signed it."""
    signed, _, signature = jws.rpartition(".")
    head, payload = read_header(jws), signed.partition(".")[2]
    known = head.get("alg") == "EdDSA" and head.get("typ") in types and "crit" not in head
    refuse_unless(known and "." not in payload, "This is not a signed release.")
    try:
        if key is not None:
            Ed25519PublicKey.from_public_bytes(decode(key["x"])).verify(decode(signature), signed.encode())
        return decode(payload).decode()
    except (InvalidSignature if Ed25519PublicKey else ValueError, ValueError):
        raise FeedError("The signature is not valid.") from None

def read_keys(json):
    """Leaves out keys that are not for feeds."""
    keys = read_list(read_object(json, "The list of keys").get("keys"), "keys")
    texts = lambda key: all(isinstance(key.get(name), str) for name in ("x", "kid", "channel"))
    return [key for key in keys if isinstance(key, dict) and key.get("crv") == "Ed25519" and texts(key)]

def trust_keys(pinned, listed, channel):
    """The pinned keys of the channel, and those that a chain of endorsements leads to."""
    trusted = {key["kid"]: key for key in pinned if key["channel"] == channel}
    waiting = [key for key in listed if key["channel"] == channel]
    size = 0
    while size < len(trusted):
        size = len(trusted)
        waiting = [key for key in waiting if key["kid"] not in trusted]
        for key in waiting:
            if is_endorsed(key, trusted):
                trusted[key["kid"]] = key
    return trusted

def is_endorsed(key, trusted):
    statement = {"channel": key["channel"], "kid": key["kid"], "statement": "Lineslip feed key", "x": key["x"]}
    text, by, endorsement = json.dumps(statement, separators=(",", ":")), key.get("endorsed_by"), key.get("endorsement")
    if not isinstance(by, str) or by not in trusted or not isinstance(endorsement, str):
        return False
    try:
        # Servers before 0.2 gave both the same type.
        return verify(endorsement, trusted[by], (KEY_TYPE, RELEASE_TYPE)) == text
    except FeedError:
        return False

def read_release(text, channel):
    """Strict: what this version does not understand is refused, never guessed."""
    release = read_object(parse(text, "The release"), "The release")
    refuse_unless(release.get("format") == FORMAT, f"The release has format {release.get('format')}.")
    given, meaning = release.get("channel"), read_object(release.get("meaning"), "meaning")
    refuse_unless(given == channel, f"The release is of the channel {given}, not {channel}.")
    refuse_unless(is_count(release.get("sequence")), "sequence must be a whole number.")
    refuse_unless(is_count(release.get("alarm_after_seconds")), "alarm_after_seconds must be a whole number.")
    refuse_unless(isinstance(release.get("issued_at"), str), "issued_at must be a text.")
    hashes = [meaning.get("conformance"), meaning.get("dimensions"), release.get("previous")]
    refuse_unless(all(map(is_hash, hashes[:2])) and (hashes[2] is None or is_hash(hashes[2])), "A hash is no SHA-256.")
    if "partners" in release:
        refuse_unless(all(map(is_count, read_list(release["partners"], "partners"))), "partners must be numbers.")
    buckets = [read_bucket(bucket) for bucket in read_list(release.get("buckets"), "buckets")]
    ids = {(bucket["partner"], bucket["cob"]) for bucket in buckets}
    refuse_unless(len(ids) == len(buckets), "The release has a bucket twice.")
    return release

def read_bucket(json):
    bucket = read_object(json, "A bucket")
    partner, cob, appetite = bucket.get("partner"), bucket.get("cob"), bucket.get("appetite")
    refuse_unless(is_count(partner) and isinstance(cob, str), "A bucket must have a partner and a class.")
    name = f"{partner} {cob}"
    refuse_unless(is_number(appetite) and appetite >= 0, f"{name}: appetite must be a number.")
    refuse_unless(isinstance(bucket.get("stopped"), bool), f"{name}: stopped must be true or false.")
    refuse_unless("approved" in bucket, f"{name}: approved must be a SHA-256 or null.")
    refuse_unless(bucket["approved"] is None or is_hash(bucket["approved"]), f"{name}: approved must be a SHA-256.")
    refuse_unless("submitted" not in bucket or is_hash(bucket["submitted"]), f"{name}: submitted must be a SHA-256.")
    for part in ("before", "next"):
        if part in bucket:
            read_version(read_object(bucket[part], f"{name}: {part}"), name)
    if "next" in bucket:
        refuse_unless(is_day(bucket["next"].get("from")), f"{name}: next.from must be a day.")
        refuse_unless(is_hash(bucket["next"].get("approved")), f"{name}: next.approved must be a SHA-256.")
    return read_version(bucket, name)

def read_version(part, name):
    refuse_unless(is_count(part.get("version")), f"{name}: version must be a whole number.")
    refuse_unless(is_hash(part.get("document")), f"{name}: document must be a SHA-256.")
    return part

def describe_scope(release):
    """"all partners", "the partners 9101, 9102"."""
    partners = release.get("partners")
    return "all partners" if partners is None else f"the partners {', '.join(map(str, sorted(partners)))}"
