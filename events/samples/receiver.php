<?php
/** The event, or null unless it was signed with the secret within the last five minutes. */
function event_of(string $rawBody, string $header, string $secret, int $now): ?array
{
    $times = $signatures = [];
    foreach (explode(',', $header) as $entry) {
        [$name, $value] = explode('=', trim($entry), 2) + ['', ''];
        if ($name === 't') $times[] = $value;
        if ($name === 'v1') $signatures[] = $value;
    }
    if ($secret === '' || count($times) !== 1) return null;
    $expected = hash_hmac('sha256', "$times[0].$rawBody", $secret);
    $fitting = array_filter($signatures, fn ($signature) => hash_equals($expected, $signature));
    if (!$fitting || abs($now - (int) $times[0]) > 300) return null;
    return json_decode($rawBody, true);
}

$header = $_SERVER['HTTP_X_SVC_SIGNATURE'] ?? '';
$event = event_of(file_get_contents('php://input'), $header, (string) getenv('WEBHOOK_SECRET'), time());
if ($event) error_log("$event[id] $event[type] " . json_encode($event['data']));
http_response_code($event ? 204 : 400);
