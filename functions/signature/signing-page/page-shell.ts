/** The page before its script runs. Its addresses are relative, since it does not know below which path it is served. */
export function pageShellMarkup({ script, style }: { script: string; style: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>Sign</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/${style}">
<script type="module" src="assets/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript>
<main>
<h1>JavaScript is needed to sign</h1>
<p>Switch JavaScript on for this page and load it again, or open the link in another browser.</p>
<h1 lang="fr">JavaScript est nécessaire pour signer</h1>
<p lang="fr">Activez JavaScript pour cette page et rechargez-la, ou ouvrez le lien dans un autre navigateur.</p>
</main>
</noscript>
</body>
</html>
`
}
