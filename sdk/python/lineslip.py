"""Evaluates risks by the live rules of Lineslip, from the feed or from an exported directory. Python 3.9 or newer.

    lineslip = open_lineslip(directory="feed", keys="keys.json")      # or url=..., token=...
    lineslip.evaluate(9101, "cargo", {"date": "2026-12-01", "journey": "renewal", "dimensions": {}})
"""
import functools, hashlib, json, os, re, sys
from lineslip_feed import (
    DOCUMENT_BYTES, Deadline, Ed25519PublicKey, FORMAT, FeedError, RELEASE_TYPE, create_reader, describe_scope, is_count,
    is_day, is_number, parse, read_header, read_keys, read_list, read_object, read_release, refuse_unless, trust_keys, verify,
)

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

class InvalidRisk(ValueError):
    def __init__(self, errors):
        super().__init__(f"The risk is invalid: {', '.join(path or 'it is not an object' for path in errors)}")
        self.errors = errors

def is_set(value):
    return bool(value.strip(SPACE)) if isinstance(value, str) else value is not None and value != []

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
    kind, answers = DIMENSIONS.get(key, (None, None))
    if kind == "intervals":
        readable = isinstance(value, str) and read_intervals(value) is not None
        return readable and (answers == ["±"] or not re.search(r"-\d", value))
    if kind == "yes-no":
        return isinstance(value, bool)
    if not isinstance(value, str if kind == "one-of" else list) or kind is None:
        return False
    texts = [value] if kind == "one-of" else value
    return all(isinstance(text, str) and (kind == "options" or text in answers) for text in texts)

def fits_value(key, value):
    if key == "ignore_expiring_line":
        return value in ("maintains", "ignores", "expiring_line")
    most = 100 if key.endswith("_share_cap") else float("inf")
    whole = most == 100 or is_number(value) and float(value).is_integer()
    return key in VALUES and is_number(value) and 0 < value <= most and whole

def read_document(text):
    """Strict: a dial with a part that is not known here would apply to more risks than was approved."""
    document = read_object(parse(text, "The document"), "The document")
    refuse_unless(document.get("format") == FORMAT, f"The document has format {document.get('format')}.")
    entries = [read_entry(entry) for entry in read_list(document.get("entries"), "entries")]
    refuse_unless(len({entry["dial_id"] for entry in entries}) == len(entries), "The document has a dial twice.")
    return entries

def read_entry(json):
    entry = read_object(json, "An entry")
    name, dial = entry.get("name"), read_object(entry.get("dial"), "dial")
    texts = isinstance(name, str) and isinstance(entry.get("dial_id"), str)
    refuse_unless(texts and is_count(entry.get("version")), "An entry must have dial_id, version and name.")
    overrides, dimensions = read_object(entry.get("overrides"), "overrides"), read_object(dial.get("dimensions"), "dimensions")
    values = [*read_object(dial.get("values"), "values").items(), *overrides.items()]
    wrong = [key for key, value in dimensions.items() if is_set(value) and not fits_dial(key, value)]
    wrong += [key for key, value in values if not fits_value(key, value)]
    wrong += [journey for journey in read_list(dial.get("journeys"), "journeys") if journey not in JOURNEYS]
    days = [dial.get(side, "") for side in ("active_from", "active_until")]
    wrong += [day for day in days if day is not None and not is_day(day)]
    refuse_unless(not wrong, f"“{name}”: it does not know {wrong}.")
    return entry

def run_case(case):
    unset = {"dimensions": {}, "journeys": [], "active_from": None, "active_until": None, "values": {}}
    try:
        risk = read_risk(case["risk"])
    except InvalidRisk as error:
        return {"errors": sorted(error.errors)}
    return evaluate([{"overrides": {}, **one, "dial": {**unset, **one["dial"]}} for one in case["bucket"]], risk)

def run_pack(text):
    """The number of cases, and the names of those that failed. As JSON numbers 1 is 1.0, and true is neither."""
    cases = read_list(json.loads(text, parse_int=float), "The conformance pack")
    refuse_unless(cases, "The conformance pack has no cases.")
    for case in cases:
        case["expect"].get("errors", []).sort()
    dump = lambda result: json.dumps(result, sort_keys=True)
    return len(cases), [case["name"] for case in cases if dump(run_case(case)) != dump(case["expect"])]

def refuse_other(release, newer):
    """A release takes the place of one that is older and for the same partners."""
    sequence, number = release["sequence"], newer["sequence"]
    runs, wants = describe_scope(release), describe_scope(newer)
    refuse_unless(number >= sequence, f"Release {number} is older than {sequence}, which runs.")
    refuse_unless(runs == wants, f"Release {number} is for {wants}, but this client runs {runs}. Open it again.")
    refuse_unless(number > sequence, f"Release {number} came again with other content.")

class Lineslip:
    """Answers by the last release that was verified as a whole. `refresh` gets the next one."""
    def __init__(self, read, pinned, channel, timeout):
        self._read, self._pinned, self._channel, self._timeout = read, pinned, channel, timeout
        self._state = {"release": None, "payload": None, "pack": None, "buckets": {}, "documents": {}}
        # Documents of a release that is not whole yet: the next refresh does not fetch them again.
        self._fetched = {}
        self.last_error = None

    def refresh(self):
        """True if a newer release applies now. Never raises; a failure changes nothing else than `last_error`."""
        before = self._state
        try:
            self._state, self.last_error = self._load(Deadline(self._timeout), **before), None
        except Exception as error:
            self.last_error = f"{type(error).__name__}: {error}"[:1000]
        return self._state is not before

    def _load(self, deadline, release, payload, pack, buckets, documents):
        text = self._read_release(deadline)
        if text == payload:
            return self._state
        newer = read_release(text, self._channel)
        if release is not None:
            refuse_other(release, newer)
        meaning = newer["meaning"]["conformance"]
        needed = {part["document"] for one in newer["buckets"] for part in (one, one.get("next")) if part}
        self._fetched = {one: data for one, data in self._fetched.items() if one in needed or one == meaning}
        total, failed = (0, []) if meaning == pack else run_pack(self._document(meaning, deadline))
        refuse_unless(not failed, f"{len(failed)} of {total} conformance cases fail: {failed[:3]}.")
        known = lambda one: documents[one] if one in documents else read_document(self._document(one, deadline))
        found = {one: known(one) for one in sorted(needed)}
        self._fetched = {}
        by_id = {(one["partner"], one["cob"]): one for one in newer["buckets"]}
        return {"release": newer, "payload": text, "pack": meaning, "buckets": by_id, "documents": found}

    def _read_release(self, deadline):
        jws, key = self._read("release", deadline).decode().strip(), None
        if self._pinned is not None:
            kid = read_header(jws).get("kid")
            listed = [] if any(one["kid"] == kid for one in self._pinned) else self._read_keys(deadline)
            key = trust_keys(self._pinned, listed, self._channel).get(kid) if isinstance(kid, str) else None
            refuse_unless(key, f"The release is signed by the key {kid}, which is not trusted.")
        return verify(jws, key, (RELEASE_TYPE,))

    def _read_keys(self, deadline):
        return read_keys(parse(self._read("keys", deadline), "The list of keys"))

    def _document(self, sha256, deadline):
        data = self._fetched.get(sha256) or self._read(sha256, deadline)
        refuse_unless(hashlib.sha256(data).hexdigest() == sha256, f"The document {sha256} has other content.")
        self._fetched[sha256] = data
        return data.decode()

    def evaluate(self, partner, cob, risk):
        """Raises InvalidRisk with `errors`."""
        state, risk = self._state, read_risk(risk)
        bucket = state["buckets"].get((partner, cob))
        answer = {"values": {}, "winners": {}, "dials": [], "bucket": None, "sequence": state["release"]["sequence"]}
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

def open_lineslip(directory=None, url=None, token=None, keys=None, channel="production", allow_unverified=False, timeout=60):
    """`keys`: the pinned keys, a dict or the path of a file. `timeout`: seconds for one refresh as a whole. Raises FeedError
    if there are no rules to start with."""
    pinned = None if allow_unverified and (keys is None or Ed25519PublicKey is None) else keys
    refuse_unless(pinned is not None or allow_unverified, "Give the pinned keys, or allow_unverified=True.")
    refuse_unless(pinned is None or Ed25519PublicKey, "Install cryptography to verify, or allow_unverified=True.")
    if isinstance(pinned, (str, os.PathLike)):
        with open(pinned, encoding="utf-8") as file:
            pinned = json.load(file)
    pinned = None if pinned is None else read_keys(pinned)
    lineslip = Lineslip(create_reader(directory, url, token, channel), pinned, channel, timeout)
    refuse_unless(lineslip.refresh(), f"There are no rules to start with. {lineslip.last_error}")
    return lineslip

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "conformance":
        sys.exit("Usage: python3 lineslip.py conformance <pack.json>")
    with open(sys.argv[2], encoding="utf-8") as pack:
        count, names = run_pack(pack.read())
    print("\n".join([*(f"Failed: {name}" for name in names), f"{count - len(names)}/{count}"]))
    sys.exit(1 if names else 0)
