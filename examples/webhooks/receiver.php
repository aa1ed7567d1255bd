<?php

/** Returns the event. Throws if the signature is invalid, or older than five minutes. */
function verify(string $secret, array $server, string $body): array
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('The timestamp is too far from the current time.');
    }

    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $content = "$id.$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $content, $key, true));
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('No signature is valid.');
}

try {
    $event = verify(getenv('WEBHOOK_SECRET'), $_SERVER, file_get_contents('php://input'));
} catch (RuntimeException $error) {
    http_response_code(400);
    exit($error->getMessage());
}
error_log("{$event['type']} {$event['recordId']}");
http_response_code(204);
