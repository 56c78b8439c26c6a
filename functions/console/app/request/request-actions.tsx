import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Dialog } from '../../../../shared/pages/components/dialog.tsx'
import { Choice, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import type { SignatureRequest } from '../api-types.ts'
import { screenHref, usePlace } from '../context.ts'
import { textsOf, timeOf } from '../language.ts'
import { Action, ConfirmedAction, FormAction } from '../parts/action.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { goTo } from '../router.ts'

const dayMs = 86_400_000

const texts = textsOf({
  en: {
    send: 'Send to the signers',
    delete: 'Delete the draft',
    deleteTitle: 'Delete this draft?',
    deleteText: 'The document and its fields are deleted.',
    cancel: 'Cancel the request',
    cancelTitle: 'Cancel this request?',
    cancelText: 'Nobody can sign any more. Signatures that were given do not count.',
    reason: 'Reason',
    notify: 'Tell the signers',
    extend: 'Give more time',
    extendText: 'The signers have these days from now on.',
    deadlines: (before: string, after: string) => `Until now: ${before}. Then: ${after}.`,
    shorter: (days: number) => `This is less time than the signers have now. Give at least ${days}.`,
    days: 'Days',
    close: 'Close',
    expire: 'Simulate the deadline',
  },
  fr: {
    send: 'Envoyer aux signataires',
    delete: 'Supprimer le brouillon',
    deleteTitle: 'Supprimer ce brouillon ?',
    deleteText: 'Le document et ses champs sont supprimés.',
    cancel: 'Annuler la demande',
    cancelTitle: 'Annuler cette demande ?',
    cancelText: 'Plus personne ne peut signer. Les signatures données ne comptent pas.',
    reason: 'Motif',
    notify: 'Prévenir les signataires',
    extend: 'Donner plus de temps',
    extendText: 'Les signataires ont ces jours à partir de maintenant.',
    deadlines: (before: string, after: string) => `Jusqu’ici : ${before}. Ensuite : ${after}.`,
    shorter: (days: number) =>
      `C’est moins de temps que ce dont les signataires disposent maintenant. Donnez-en au moins ${days}.`,
    days: 'Jours',
    close: 'Fermer',
    expire: 'Simuler l’échéance',
  },
})

interface RequestProps {
  readonly request: SignatureRequest
  readonly onChange: () => Promise<void>
}

/** What can be done with a request as a whole, in the state that it has. */
export function RequestActions({ request, onChange }: RequestProps) {
  const t = texts()
  const { org } = usePlace()
  const path = { id: request.id }
  if (request.status === 'draft')
    return (
      <div class="actions spaced">
        <Action
          label={t.send}
          kind="primary"
          icon="send"
          onAction={async () => {
            await call('POST /v1/signature-requests/{id}/send', { path })
            await onChange()
          }}
        />
        <ConfirmedAction
          label={t.delete}
          title={t.deleteTitle}
          explanation={t.deleteText}
          onAction={async () => {
            await call('DELETE /v1/signature-requests/{id}', { path })
            goTo(screenHref(org, 'signature-requests'))
          }}
        />
      </div>
    )
  const isOpen = request.status === 'pending_signature'
  if (!isOpen || !request.permissions.canCancel) return null
  return (
    <div class="actions spaced">
      {request.permissions.canCorrect && <Extend request={request} onChange={onChange} />}
      <Cancel request={request} onChange={onChange} />
      {!request.livemode && (
        <Action
          label={t.expire}
          kind="subtle"
          onAction={async () => {
            await call('POST /v1/test/signature-requests/{id}/expire', { path })
            await onChange()
          }}
        />
      )}
    </div>
  )
}

function Extend({ request, onChange }: RequestProps) {
  const t = texts()
  // Less would take time away from the signers. The browser sends no form with a smaller number.
  const leftMs = request.expiresAt ? Date.parse(request.expiresAt) - Date.now() : 0
  const leastDays = Math.max(1, Math.ceil(leftMs / dayMs))
  const [days, setDays] = useState(String(Math.max(30, leastDays)))
  const after = Date.now() + Number(days) * dayMs
  async function extend(data: FormData): Promise<void> {
    const body = { expiresInDays: Number(textIn(data, 'days')) }
    await call('POST /v1/signature-requests/{id}/extend', { path: { id: request.id }, body })
    await onChange()
  }
  return (
    <FormAction label={t.extend} icon="clock" title={t.extend} submit={t.extend} onSubmit={extend}>
      <p>{t.extendText}</p>
      <TextField
        label={t.days}
        name="days"
        type="number"
        value={days}
        onInput={(event) => setDays(event.currentTarget.value)}
        min={leastDays}
        error={Number(days) < leastDays ? t.shorter(leastDays) : null}
        required
      />
      {request.expiresAt && Number(days) > 0 && (
        <p class="quiet">{t.deadlines(timeOf(request.expiresAt), timeOf(new Date(after).toISOString()))}</p>
      )}
    </FormAction>
  )
}

function Cancel({ request, onChange }: RequestProps) {
  const t = texts()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  async function cancel(data: FormData): Promise<void> {
    const reason = textIn(data, 'reason')
    const body = { notify: data.get('notify') === 'on', ...(reason && { reason }) }
    await call('POST /v1/signature-requests/{id}/cancel', { path: { id: request.id }, body })
    await onChange()
    close()
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t.cancel}</Button>
      {isOpen && (
        <Dialog title={t.cancelTitle} onClose={close}>
          <p>{t.cancelText}</p>
          <Form submit={t.cancel} onSubmit={cancel} isDangerous>
            <TextArea label={t.reason} name="reason" maxLength={500} />
            <Choice name="notify" label={t.notify} checked />
          </Form>
          <div class="actions">
            <Button kind="plain" onClick={close}>
              {t.close}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
