import type { Place, Sample } from './guide.ts'

/** One signature request in each language, with nothing but what the language or its usual HTTP library brings. */
export function firstRequestSamples(place: Place): Sample[] {
  return [
    { title: 'curl', code: curl(place) },
    { title: 'Node.js 20', code: node(place) },
    { title: 'Python 3 with requests', code: python(place) },
    { title: 'PHP 8 with curl', code: php(place) },
    { title: 'Java 17', code: java(place) },
    { title: 'C# with .NET 8', code: csharp(place) },
  ]
}

const curl = ({ baseUrl, tokenUrl, scope }: Place) => `TOKEN=$(curl -sS --fail-with-body '${tokenUrl}' \\
  -u "$CLIENT_ID:$CLIENT_SECRET" -d grant_type=client_credentials -d scope=${scope} \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

curl -sS --fail-with-body '${baseUrl}/v1/signature-requests' \\
  -H "Authorization: Bearer $TOKEN" -H 'Idempotency-Key: lease-2026-014' \\
  -F 'file=@contract.pdf;type=application/pdf' \\
  -F 'data={"entityId":"'"$ENTITY_ID"'","title":"Lease agreement",
    "signers":[{"firstName":"Jane","lastName":"Doe","email":"jane@example.com"}]};type=application/json'`

const node = ({ baseUrl, tokenUrl, scope }: Place) => `import { readFile } from 'node:fs/promises'

const { CLIENT_ID, CLIENT_SECRET, ENTITY_ID } = process.env

const credentials = Buffer.from(\`\${CLIENT_ID}:\${CLIENT_SECRET}\`).toString('base64')
const tokens = await fetch('${tokenUrl}', {
  method: 'POST',
  headers: { Authorization: \`Basic \${credentials}\` },
  body: new URLSearchParams({ grant_type: 'client_credentials', scope: '${scope}' }),
})
const { access_token: token } = await tokens.json()

const form = new FormData()
form.append('file', new Blob([await readFile('contract.pdf')], { type: 'application/pdf' }), 'contract.pdf')
form.append('data', JSON.stringify({
  entityId: ENTITY_ID,
  title: 'Lease agreement',
  signers: [{ firstName: 'Jane', lastName: 'Doe', email: 'jane@example.com' }],
}))
const answer = await fetch('${baseUrl}/v1/signature-requests', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${token}\`, 'Idempotency-Key': 'lease-2026-014' },
  body: form,
})
const body = await answer.json()
if (!answer.ok) throw new Error(\`\${body.error.code}: \${body.error.message}\`)
console.log(body.id, body.status)`

const python = ({ baseUrl, tokenUrl, scope }: Place) => `import json, os, requests

token = requests.post(
    "${tokenUrl}",
    auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]),
    data={"grant_type": "client_credentials", "scope": "${scope}"},
    timeout=30,
).json()["access_token"]

data = {
    "entityId": os.environ["ENTITY_ID"],
    "title": "Lease agreement",
    "signers": [{"firstName": "Jane", "lastName": "Doe", "email": "jane@example.com"}],
}
with open("contract.pdf", "rb") as file:
    answer = requests.post(
        "${baseUrl}/v1/signature-requests",
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": "lease-2026-014"},
        files={
            "file": ("contract.pdf", file, "application/pdf"),
            "data": (None, json.dumps(data), "application/json"),
        },
        timeout=30,
    )
body = answer.json()
if not answer.ok:
    raise SystemExit(f"{body['error']['code']}: {body['error']['message']}")
print(body["id"], body["status"])`

const php = ({ baseUrl, tokenUrl, scope }: Place) => `<?php
function send(string $url, array $options): array {
    $handle = curl_init($url);
    curl_setopt_array($handle, $options + [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30]);
    $body = json_decode(curl_exec($handle), true);
    if (curl_getinfo($handle, CURLINFO_RESPONSE_CODE) >= 400) {
        exit(json_encode($body) . PHP_EOL);
    }
    return $body;
}

$token = send('${tokenUrl}', [
    CURLOPT_USERPWD => getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET'),
    CURLOPT_POSTFIELDS => http_build_query(['grant_type' => 'client_credentials', 'scope' => '${scope}']),
])['access_token'];

$request = send('${baseUrl}/v1/signature-requests', [
    CURLOPT_HTTPHEADER => ["Authorization: Bearer $token", 'Idempotency-Key: lease-2026-014'],
    CURLOPT_POSTFIELDS => [
        'file' => new CURLFile('contract.pdf', 'application/pdf'),
        'data' => json_encode([
            'entityId' => getenv('ENTITY_ID'),
            'title' => 'Lease agreement',
            'signers' => [['firstName' => 'Jane', 'lastName' => 'Doe', 'email' => 'jane@example.com']],
        ]),
    ],
]);
echo $request['id'], ' ', $request['status'], PHP_EOL;`

const java = ({ baseUrl, tokenUrl, scope }: Place) => `import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.util.Base64;

public class FirstRequest {
  static final HttpClient client = HttpClient.newHttpClient();

  public static void main(String[] arguments) throws Exception {
    String credentials = System.getenv("CLIENT_ID") + ":" + System.getenv("CLIENT_SECRET");
    String tokens = send(HttpRequest.newBuilder(URI.create("${tokenUrl}"))
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials&scope=${scope}")));
    // A JSON library reads this better.
    String token = tokens.replaceFirst("(?s).*\\"access_token\\":\\"([^\\"]+)\\".*", "$1");

    String data = """
        {"entityId": "%s", "title": "Lease agreement",
         "signers": [{"firstName": "Jane", "lastName": "Doe", "email": "jane@example.com"}]}
        """.formatted(System.getenv("ENTITY_ID"));
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.write(part("file\\"; filename=\\"contract.pdf", "application/pdf"));
    form.write(Files.readAllBytes(Path.of("contract.pdf")));
    form.write(part("data", "application/json"));
    form.write(data.getBytes());
    form.write("\\r\\n--boundary--\\r\\n".getBytes());
    System.out.println(send(HttpRequest.newBuilder(URI.create("${baseUrl}/v1/signature-requests"))
        .header("Authorization", "Bearer " + token)
        .header("Idempotency-Key", "lease-2026-014")
        .header("Content-Type", "multipart/form-data; boundary=boundary")
        .POST(HttpRequest.BodyPublishers.ofByteArray(form.toByteArray()))));
  }

  static byte[] part(String name, String type) {
    return ("\\r\\n--boundary\\r\\nContent-Disposition: form-data; name=\\"" + name
        + "\\"\\r\\nContent-Type: " + type + "\\r\\n\\r\\n").getBytes();
  }

  static String send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 400) throw new RuntimeException(answer.body());
    return answer.body();
  }
}`

const csharp = ({ baseUrl, tokenUrl, scope }: Place) => `using System;
using System.Collections.Generic;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

public static class FirstRequest
{
    static readonly HttpClient Client = new HttpClient();

    public static void Main() => Run().GetAwaiter().GetResult();

    static async Task Run()
    {
        string credentials = Variable("CLIENT_ID") + ":" + Variable("CLIENT_SECRET");
        var tokenRequest = new HttpRequestMessage(HttpMethod.Post, "${tokenUrl}");
        tokenRequest.Headers.Authorization =
            new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(credentials)));
        tokenRequest.Content = new FormUrlEncodedContent(new Dictionary<string, string>
        {
            ["grant_type"] = "client_credentials",
            ["scope"] = "${scope}",
        });
        // A JSON library reads this better.
        string token = Regex.Match(await Send(tokenRequest), "\\"access_token\\":\\"([^\\"]+)\\"").Groups[1].Value;

        string data = "{\\"entityId\\": \\"" + Variable("ENTITY_ID") + "\\", \\"title\\": \\"Lease agreement\\","
            + " \\"signers\\": [{\\"firstName\\": \\"Jane\\", \\"lastName\\": \\"Doe\\", \\"email\\": \\"jane@example.com\\"}]}";
        var file = new ByteArrayContent(File.ReadAllBytes("contract.pdf"));
        file.Headers.ContentType = new MediaTypeHeaderValue("application/pdf");
        var request = new HttpRequestMessage(HttpMethod.Post, "${baseUrl}/v1/signature-requests");
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        request.Headers.Add("Idempotency-Key", "lease-2026-014");
        request.Content = new MultipartFormDataContent
        {
            { file, "file", "contract.pdf" },
            { new StringContent(data, Encoding.UTF8, "application/json"), "data" },
        };
        Console.WriteLine(await Send(request));
    }

    static async Task<string> Send(HttpRequestMessage request)
    {
        HttpResponseMessage answer = await Client.SendAsync(request);
        string body = await answer.Content.ReadAsStringAsync();
        if (!answer.IsSuccessStatusCode) throw new Exception(body);
        return body;
    }

    static string Variable(string name) => Environment.GetEnvironmentVariable(name);
}`
