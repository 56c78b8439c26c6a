import type { Sample } from './guide.ts'

/** A function in each language that tells whether a delivery is ours, by its raw body and its signature header. */
export const webhookSamples: readonly Sample[] = [
  {
    title: 'Node.js 20',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'

/** rawBody: the bytes as they arrived. header: X-SVC-Signature. */
export function isGenuine(rawBody, header, secret, nowSec = Date.now() / 1000) {
  const parts = header.split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1]
  if (!time || Math.abs(nowSec - Number(time)) > 300) return false
  const expected = createHmac('sha256', secret).update(\`\${time}.\`).update(rawBody).digest()
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === 'v1' ? value : '', 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  },
  {
    title: 'Python 3',
    code: `import hashlib, hmac, time

def is_genuine(raw_body, header, secret, now=None):
    """raw_body: the bytes as they arrived. header: X-SVC-Signature."""
    parts = [part.split("=", 1) for part in header.split(",")]
    sent = next((value for name, value in parts if name == "t"), "0")
    if abs((now or time.time()) - int(sent)) > 300:
        return False
    expected = hmac.new(secret.encode(), f"{sent}.".encode() + raw_body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value, expected) for name, value in parts)`,
  },
  {
    title: 'PHP 8',
    code: `<?php
/** $rawBody: file_get_contents('php://input'). $header: X-SVC-Signature. */
function isGenuine(string $rawBody, string $header, string $secret, ?int $now = null): bool {
    $time = 0;
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + [1 => ''];
        if ($name === 't') $time = (int) $value;
        if ($name === 'v1') $signatures[] = $value;
    }
    if (abs(($now ?? time()) - $time) > 300) return false;
    $expected = hash_hmac('sha256', "$time.$rawBody", $secret);
    foreach ($signatures as $signature) {
        if (hash_equals($expected, $signature)) return true;
    }
    return false;
}`,
  },
  {
    title: 'Java 17',
    code: `import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Deliveries {
  /** rawBody: the bytes as they arrived. header: X-SVC-Signature. */
  static boolean isGenuine(byte[] rawBody, String header, String secret, long nowSec) throws Exception {
    String time = "0";
    for (String part : header.split(",")) if (part.startsWith("t=")) time = part.substring(2);
    if (Math.abs(nowSec - Long.parseLong(time)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = HexFormat.of().formatHex(mac.doFinal(rawBody)).getBytes();
    for (String part : header.split(","))
      if (part.startsWith("v1=") && MessageDigest.isEqual(part.substring(3).getBytes(), expected)) return true;
    return false;
  }
}`,
  },
  {
    title: 'C# with .NET 8',
    code: `using System;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

public static class Deliveries
{
    /// <param name="rawBody">The bytes as they arrived.</param>
    /// <param name="header">X-SVC-Signature.</param>
    public static bool IsGenuine(byte[] rawBody, string header, string secret, long nowSec)
    {
        var parts = header.Split(',').Select(part => part.Split(new[] { '=' }, 2)).Where(part => part.Length == 2).ToList();
        string sent = parts.Where(part => part[0] == "t").Select(part => part[1]).FirstOrDefault();
        if (!long.TryParse(sent, out long sentSec) || Math.Abs(nowSec - sentSec) > 300) return false;
        using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
        {
            byte[] signed = Encoding.UTF8.GetBytes(sent + ".").Concat(rawBody).ToArray();
            string expected = BitConverter.ToString(hmac.ComputeHash(signed)).Replace("-", "").ToLowerInvariant();
            return parts.Any(part => part[0] == "v1" && CryptographicOperations.FixedTimeEquals(
                Encoding.ASCII.GetBytes(part[1]), Encoding.ASCII.GetBytes(expected)));
        }
    }
}`,
  },
]
