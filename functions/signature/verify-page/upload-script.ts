/** Files above this are put into the bucket first: the gateway does not let them through. */
const directBytes = 4_000_000

/**
 * Sends large files by a presigned upload, and then the form with the id of the upload in place of the file. Plain JavaScript,
 * kept as text so that its hash in the Content-Security-Policy is that of the very bytes that are sent.
 */
export const uploadScript = `
(() => {
  const form = document.getElementById('check')
  const input = document.getElementById('file')
  const progress = document.getElementById('progress')
  const uploaded = async (file) => {
    const asked = await fetch(form.dataset.uploads, {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ size: file.size }),
    })
    if (!asked.ok) throw new Error('upload')
    const { id, url, contentType } = await asked.json()
    const put = await fetch(url, { method: 'PUT', headers: { 'Content-Type': contentType }, body: file })
    if (!put.ok) throw new Error('upload')
    return id
  }
  form.addEventListener('submit', async (event) => {
    const [file] = input.files
    progress.textContent = form.dataset.checking
    if (!file || file.size <= ${directBytes}) return
    event.preventDefault()
    try {
      const field = document.createElement('input')
      field.type = 'hidden'
      field.name = 'uploadId'
      field.value = await uploaded(file)
      form.append(field)
      input.disabled = true
      form.submit()
    } catch {
      progress.textContent = form.dataset.failed
    }
  })
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', (event) => {
    // Elsewhere the browser would leave the page and open the file.
    event.preventDefault()
    if (event.dataTransfer.files.length !== 1) return
    input.files = event.dataTransfer.files
    form.requestSubmit()
  })
  addEventListener('pageshow', () => {
    progress.textContent = ''
    input.disabled = false
    for (const field of form.querySelectorAll('[name="uploadId"]')) field.remove()
  })
})()
`
