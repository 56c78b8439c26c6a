/** The page before its script runs. What stands in double braces is filled in where it is served. */
export function consoleShell({ script, style }: { script: string; style: string }): string {
  return `<!doctype html>
<html lang="en" data-base-url="{{baseUrl}}" data-issuer="{{issuer}}" data-client-id="{{clientId}}" data-audience-scope="{{audienceScope}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>Sealpost</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{{baseUrl}}/console/assets/${style}">
<script type="module" src="{{baseUrl}}/console/assets/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript>
<main>
<h1>The console needs JavaScript</h1>
<p>Switch JavaScript on for this page and load it again.</p>
<h1 lang="fr">La console a besoin de JavaScript</h1>
<p lang="fr">Activez JavaScript pour cette page et rechargez-la.</p>
</main>
</noscript>
</body>
</html>
`
}
