"""Evaluates risks by the live rules of Lineslip, from the feed or from an exported directory. Python 3.9 or newer.

    lineslip = open_lineslip(directory="feed", keys="keys.json")      # or url=..., token=...
    lineslip.evaluate(9101, "cargo", {"date": "2026-12-01", "journey": "renewal", "dimensions": {}})
"""
import base64, datetime, functools, hashlib, json, math, os, re, sys, urllib.request

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

FORMAT = 1
JOURNEYS = "new_business renewal mid_term_adjustment line_slip_declaration facility electronic_placement".split()
VALUES = ("ignore_expiring_line", "lead_share_cap", "max_line", "min_line", "policy_share_cap")
# In the order in which they are checked, with their kind: its answers, or ± where numbers may be negative.
TABLE = """
risk_codes:options is_primary:one-of:primary,excess attachment_point_ranges:intervals placing_bases:options
brokers:options nominated_syndicate_numbers:options nominated_syndicate_line_ranges:intervals
primary_dimension_ids:options revenue_ranges:intervals company_size_ranges:intervals
company_size_change_ranges:intervals:± company_bankruptcy_index_ranges:intervals:±
company_days_since_ipo_ranges:intervals company_first_year_issuance:yes-no
company_listed_statuses:choices:listed,private,failed domicile_countries:options
bi_cover_waiting_period_ranges:intervals cyber_sectors:options cyber_war_exclusion_ids:options
lawyer_exposure_count_ranges:intervals pi_professional_category_ids:options pi_limit_type_ids:options
pi_canada_domicile_province_ids:options pi_is_performing_valuation_for_lending:yes-no
pi_is_undertaking_tax_avoidance_schemes:yes-no fi_is_crime_coverage:yes-no fi_is_dando_coverage:yes-no
fi_is_pi_coverage:yes-no energy_asset_location_type:one-of:onshore,offshore,both
energy_has_clopi_or_cbi_exposures:yes-no energy_is_interest_100_all_assets:yes-no
"""
DIMENSIONS = {key: (kind, "".join(more).split(",")) for key, kind, *more in (row.split(":") for row in TABLE.split())}
# What JavaScript trims.
SPACE = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
INTERVAL = re.compile(r"([\[(])(-?[0-9]+(?:\.[0-9]+)?)?,(-?[0-9]+(?:\.[0-9]+)?)?([\])])")

class FeedError(Exception):
    """What cannot be used, in a sentence."""

class InvalidRisk(ValueError):
    def __init__(self, errors):
        super().__init__(f"The risk is invalid: {', '.join(path or 'it is not an object' for path in errors)}")
        self.errors = errors

def refuse_unless(condition, message):
    if not condition:
        raise FeedError(message)

def is_set(value):
    return bool(value.strip(SPACE)) if isinstance(value, str) else value is not None and value != []

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

def fits_risk(key, value):
    kind, answers = DIMENSIONS[key]
    if kind == "intervals":
        return is_number(value) and (value >= 0 or answers == ["±"])
    if kind == "yes-no":
        return isinstance(value, bool)
    texts = value if isinstance(value, list) and kind != "one-of" else [value]
    return all(isinstance(text, str) and (is_set(text) if kind == "options" else text in answers) for text in texts)

def read_risk(risk):
    """Strict: raises InvalidRisk with the path of every mistake."""
    if not isinstance(risk, dict):
        raise InvalidRisk([""])
    errors = [key for key in risk if key not in ("date", "journey", "dimensions")]
    journey, given = risk.get("journey"), risk.get("dimensions")
    errors += [] if is_day(risk.get("date")) else ["date"]
    errors += [] if journey is None or journey in JOURNEYS else ["journey"]
    errors += [] if given is None or isinstance(given, dict) else ["dimensions"]
    dimensions = {}
    for key, value in (given if isinstance(given, dict) else {}).items():
        if key not in DIMENSIONS or (value is not None and not fits_risk(key, value)):
            errors.append(f"dimensions.{key}")
        elif is_set(value):
            several = DIMENSIONS[key][0] in ("options", "choices")
            dimensions[key] = [value] if several and isinstance(value, str) else value
    if errors:
        raise InvalidRisk(errors)
    return {"date": risk["date"], "journey": journey, "dimensions": dimensions}

@functools.lru_cache(maxsize=10_000)
def read_intervals(notation):
    """[(lower, is included, upper, is included)], or None for anything but the stored notation."""
    matches = [INTERVAL.fullmatch(part) for part in notation.split()]
    if not matches or not all(matches):
        return None
    sides = [match.groups() for match in matches]
    return [(float(low or "-inf"), a == "[", float(high or "inf"), b == "]") for a, low, high, b in sides]

def matches(key, wants, has):
    kind = DIMENSIONS[key][0]
    if kind in ("one-of", "yes-no") or has is None:
        return wants == has
    if kind != "intervals":
        return any(code in wants for code in has)
    x = float(has)
    inside = lambda low, a, high, b: (x > low or a and x == low) and (x < high or b and x == high)
    return any(inside(*interval) for interval in read_intervals(wants))

def find_miss(dial, risk):
    start, end, journeys = dial["active_from"], dial["active_until"], dial["journeys"]
    if (start is not None and risk["date"] < start) or (end is not None and risk["date"] >= end):
        return {"by": "window", "wants": {"active_from": start, "active_until": end}, "has": risk["date"]}
    if journeys and risk["journey"] not in journeys:
        return {"by": "journeys", "wants": journeys, "has": risk["journey"]}
    for key in DIMENSIONS:
        wants, has = dial["dimensions"].get(key), risk["dimensions"].get(key)
        if is_set(wants) and not matches(key, wants, has):
            return {"by": key, "wants": wants, "has": has}

def evaluate(entries, risk):
    """For each value the first dial wins that takes part and sets it."""
    dials, values = [], {}
    for entry in entries:
        dial_id, overrides, miss = entry["dial_id"], entry["overrides"], find_miss(entry["dial"], risk)
        dials.append({"dial_id": dial_id, "miss": miss})
        for key, value in {**entry["dial"]["values"], **overrides}.items() if miss is None else ():
            source = "override" if key in overrides else "dial"
            values.setdefault(key, []).append({"dial_id": dial_id, "value": value, "source": source})
    return {"dials": dials, "values": {key: {"winner": all[0], "beaten": all[1:]} for key, all in values.items()}}

def fits_dial(key, value):
    kind = DIMENSIONS.get(key, [None])[0]
    if kind == "intervals":
        return isinstance(value, str) and read_intervals(value) is not None
    return isinstance(value, {"one-of": str, "yes-no": bool, "options": list, "choices": list}.get(kind, ()))

def fits_value(key, value):
    return isinstance(value, str) if key == "ignore_expiring_line" else key in VALUES and is_number(value) and value > 0

def read_document(text):
    """Strict: a dial with a part that is not known here would apply to more risks than was approved."""
    document = json.loads(text)
    refuse_unless(document["format"] == FORMAT, f"The document has format {document['format']}.")
    for entry in document["entries"]:
        dial = entry["dial"]
        values = [*dial["values"].items(), *entry["overrides"].items()]
        wrong = [key for key, value in dial["dimensions"].items() if is_set(value) and not fits_dial(key, value)]
        wrong += [key for key, value in values if not fits_value(key, value)]
        wrong += [journey for journey in dial["journeys"] if journey not in JOURNEYS]
        wrong += [day for day in (dial["active_from"], dial["active_until"]) if day is not None and not is_day(day)]
        refuse_unless(not wrong, f"“{entry['name']}”: it does not know {wrong}.")
    return document["entries"]

def run_case(case):
    unset = {"dimensions": {}, "journeys": [], "active_from": None, "active_until": None, "values": {}}
    try:
        risk = read_risk(case["risk"])
    except InvalidRisk as error:
        return {"errors": sorted(error.errors)}
    return evaluate([{"overrides": {}, **one, "dial": {**unset, **one["dial"]}} for one in case["bucket"]], risk)

def run_pack(text):
    """The number of cases, and the names of those that failed. As JSON numbers 1 is 1.0, and true is neither."""
    cases = json.loads(text, parse_int=float)
    for case in cases:
        case["expect"].get("errors", []).sort()
    dump = lambda result: json.dumps(result, sort_keys=True)
    return len(cases), [case["name"] for case in cases if dump(run_case(case)) != dump(case["expect"])]

def decode(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))

def verify(jws, key, typ=None):
    """The payload, if the key signed it."""
    signed, _, signature = jws.rpartition(".")
    header, _, payload = signed.partition(".")
    head = json.loads(decode(header))
    refuse_unless(head.get("alg") == "EdDSA" and typ in (None, head.get("typ")), "This is not a signed release.")
    if key is not None:
        try:
            Ed25519PublicKey.from_public_bytes(decode(key["x"])).verify(decode(signature), signed.encode())
        except InvalidSignature:
            raise FeedError("The signature is not valid.") from None
    return decode(payload).decode()

def trust_keys(pinned, listed, channel):
    """The pinned keys of the channel, and those that a chain of endorsements leads to."""
    trusted = {key["kid"]: key for key in pinned if key.get("channel") == channel}
    for key in [key for _ in listed for key in listed if key.get("channel") == channel]:
        statement = {"channel": channel, "kid": key["kid"], "statement": "Lineslip feed key", "x": key["x"]}
        text, by = json.dumps(statement, separators=(",", ":")), trusted.get(key.get("endorsed_by"))
        try:
            if by and key["kid"] not in trusted and verify(key["endorsement"], by) == text:
                trusted[key["kid"]] = key
        except (FeedError, ValueError, KeyError):
            continue
    return trusted

def create_reader(directory, url, token, channel):
    """Reads `release`, `keys` or a document by its hash."""
    names = {"release": f"{channel}.jws", "keys": "keys.json"} if url is None else {"release": channel, "keys": "keys"}

    def read(name):
        path = names.get(name, f"documents/{name}")
        if url is None:
            with open(os.path.join(directory, path), "rb") as file:
                return file.read()
        headers = {"Authorization": f"Bearer {token}"}
        request = urllib.request.Request(f"{url.rstrip('/')}/feed/v1/{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=15) as response:
            return response.read()

    return read

class Lineslip:
    """Answers by the last release that was verified as a whole. `refresh` gets the next one."""
    def __init__(self, read, pinned, channel):
        self._read, self._pinned, self._channel = read, pinned, channel
        self._state = {"sequence": -1, "pack": None, "buckets": {}, "documents": {}}
        self.last_error = None

    def refresh(self):
        """True if a newer release applies now. A failure changes nothing else than `last_error`."""
        before = self._state
        try:
            self._state, self.last_error = self._load(**before), None
        except (FeedError, OSError, ValueError, KeyError, TypeError) as error:
            self.last_error = f"{type(error).__name__}: {error}"
        return self._state is not before

    def _load(self, sequence, pack, buckets, documents):
        jws, key = self._read("release").decode().strip(), None
        if self._pinned is not None:
            kid = json.loads(decode(jws.split(".")[0])).get("kid")
            listed = [] if any(one["kid"] == kid for one in self._pinned) else json.loads(self._read("keys"))["keys"]
            key = trust_keys(self._pinned, listed, self._channel).get(kid)
            refuse_unless(key, f"The release is signed by the key {kid}, which is not trusted.")
        release = json.loads(verify(jws, key, "lineslip-release"))
        number, channel, meaning = release["sequence"], release["channel"], release["meaning"]["conformance"]
        refuse_unless(release["format"] == FORMAT, f"The release has format {release['format']}.")
        refuse_unless(channel == self._channel, f"The release is of the channel {channel}, not {self._channel}.")
        refuse_unless(number >= sequence, f"Release {number} is older than {sequence}, which runs.")
        if number == sequence:
            return self._state
        total, failed = (0, []) if meaning == pack else run_pack(self._document(meaning))
        refuse_unless(not failed, f"{len(failed)} of {total} conformance cases fail: {failed[:3]}.")
        needed = {part["document"] for one in release["buckets"] for part in (one, one.get("next")) if part}
        found = {one: documents[one] if one in documents else read_document(self._document(one)) for one in needed}
        buckets = {(one["partner"], one["cob"]): one for one in release["buckets"]}
        return {"sequence": number, "pack": meaning, "buckets": buckets, "documents": found}

    def _document(self, sha256):
        data = self._read(sha256)
        refuse_unless(hashlib.sha256(data).hexdigest() == sha256, f"The document {sha256} has other content.")
        return data.decode()

    def evaluate(self, partner, cob, risk):
        """Raises InvalidRisk with `errors`."""
        state, risk = self._state, read_risk(risk)
        bucket = state["buckets"].get((partner, cob))
        answer = {"values": {}, "winners": {}, "dials": [], "bucket": None, "sequence": state["sequence"]}
        if bucket is None:
            return {"reason": "no-bucket", **answer}
        after = bucket.get("next")
        part = after if after and risk["date"] >= after["from"] and not bucket["stopped"] else bucket
        fields = {"version": part["version"], "appetite": bucket["appetite"], "approved": part["approved"]}
        answer["bucket"] = {"partner": partner, "cob": cob, **fields}
        if bucket["stopped"]:
            return {"reason": "stopped", **answer}
        entries = {entry["dial_id"]: entry for entry in state["documents"][part["document"]]}
        result = evaluate(entries.values(), risk)
        for key, outcome in result["values"].items():
            entry = entries[outcome["winner"]["dial_id"]]
            answer["winners"][key] = {**outcome["winner"], "name": entry["name"], "version": entry["version"]}
            answer["values"][key] = outcome["winner"]["value"]
        answer["dials"] = [{"name": entries[one["dial_id"]]["name"], **one} for one in result["dials"]]
        return {"reason": "evaluated", **answer}

def open_lineslip(directory=None, url=None, token=None, keys=None, channel="production", allow_unverified=False):
    """`keys`: the pinned keys, a dict or the path of a file. Raises FeedError if there are no rules to start with."""
    pinned = None if allow_unverified and (keys is None or Ed25519PublicKey is None) else keys
    refuse_unless(pinned is not None or allow_unverified, "Give the pinned keys, or allow_unverified=True.")
    refuse_unless(pinned is None or Ed25519PublicKey, "Install cryptography to verify, or allow_unverified=True.")
    if isinstance(pinned, (str, os.PathLike)):
        with open(pinned, encoding="utf-8") as file:
            pinned = json.load(file)
    lineslip = Lineslip(create_reader(directory, url, token, channel), pinned and pinned["keys"], channel)
    refuse_unless(lineslip.refresh(), f"There are no rules to start with. {lineslip.last_error}")
    return lineslip

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "conformance":
        sys.exit("Usage: python3 lineslip.py conformance <pack.json>")
    with open(sys.argv[2], encoding="utf-8") as pack:
        count, names = run_pack(pack.read())
    print("\n".join([*(f"Failed: {name}" for name in names), f"{count - len(names)}/{count}"]))
    sys.exit(1 if names else 0)
