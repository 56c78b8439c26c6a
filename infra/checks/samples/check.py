import hashlib, json, sys

evidence = json.load(sys.stdin)
count, end = 0, ""
for step in evidence["steps"]:
    count += 1
    stated = step.pop("hash")
    canonical = json.dumps(step, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    computed = hashlib.sha256(canonical.encode("utf-8")).hexdigest()
    if (computed, step["seq"], step["prevHash"]) != (stated, count, end):
        sys.exit(f"step {count} does not hold")
    end = stated
if evidence["chain"] != {"length": count, "hash": end}:
    sys.exit("the chain has another end")
print(f"{count} steps hold")
