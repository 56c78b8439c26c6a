/**
 * Asks the browser for a passkey and sends the form with its answer. A form says by `data-passkey` what it is for; it stays hidden in
 * browsers that cannot do it.
 */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) offer(form)

function offer(form: HTMLFormElement): void {
  const isAdding = form.dataset.passkey === 'add'
  const name = isAdding ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'
  if (!('PublicKeyCredential' in window) || !(name in PublicKeyCredential)) return
  form.hidden = false
  for (const other of document.querySelectorAll<HTMLElement>('[data-without-passkeys]')) other.hidden = true
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form, isAdding)
  })
}

async function send(form: HTMLFormElement, isAdding: boolean): Promise<void> {
  const [alert, button] = [form.querySelector<HTMLElement>('[role=alert]'), form.querySelector('button')]
  const answer = form.elements.namedItem('answer')
  if (!alert || !button || !(answer instanceof HTMLInputElement)) return
  alert.hidden = true
  button.disabled = true
  const outcome = await answered(form, isAdding).catch((error: unknown) => wordsOf(error, form))
  button.disabled = false
  if (typeof outcome !== 'string') {
    answer.value = JSON.stringify(outcome)
    form.submit()
    return
  }
  alert.textContent = outcome
  alert.hidden = outcome === ''
  button.focus()
}

/** A device that has a passkey of this person makes no second one (WebAuthn §6.3.2). */
function wordsOf(error: unknown, form: HTMLFormElement): string {
  const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
  return (isKnown ? form.dataset.known : form.dataset.failure) ?? ''
}

/** The credential; or why there is none, in words. */
async function answered(form: HTMLFormElement, isAdding: boolean): Promise<Credential | string> {
  const body = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  body.set('act', `${form.dataset.passkey}-options`)
  const response = await fetch(location.href, { method: 'POST', body })
  const { message, location: elsewhere, options } = await response.json()
  // Leads to the sign-in; nothing is said until that page is there.
  if (elsewhere) location.assign(elsewhere)
  if (elsewhere || message) return message ?? ''
  const credential = isAdding
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  return credential ?? form.dataset.failure ?? ''
}
