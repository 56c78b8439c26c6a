import { useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import type { AuditEntry } from '../api-types.ts'
import { numberOf, textsOf, timeOf } from '../language.ts'
import { LongRun } from '../parts/long-run.tsx'
import { saveFile } from '../request/save-file.ts'
import { ChainCheck, type ChainFindings } from './chain-check.ts'
import { entryFormats } from './entry-file.ts'
import { type AuditFilters, everyEntry } from './every-entry.ts'

const texts = textsOf({
  en: {
    export: 'Export',
    exportLead: 'Every entry that the filters above let through, in one file.',
    csv: 'As CSV, for spreadsheets',
    ndjson: 'As NDJSON, with everything that the hashes cover',
    chain: 'Chain of the whole log',
    chainLead:
      'The console reads every entry, computes its hash again and looks for the entry before it. An entry that was altered, or removed between others, breaks the chain.',
    check: 'Check the chain',
    read: (count: string) => `${count} entries read`,
    whole: (count: string) =>
      `The chain is whole: ${count} entries. None was altered, and none between them was removed.`,
    broken: (count: string) => `The chain is broken. ${count} entries were read.`,
    unchecked: 'No entry is linked yet, so nothing was checked. Try again in a moment.',
    pending: (count: string) => `Not linked yet: ${count}. That takes a moment.`,
    altered: 'Altered after they were written:',
    orphans: 'The entry before these is missing:',
    partly: 'You see only a part of the log, so that entries before some of yours are hidden from you.',
  },
  fr: {
    export: 'Export',
    exportLead: 'Toutes les entrées que laissent passer les filtres ci-dessus, dans un fichier.',
    csv: 'En CSV, pour les tableurs',
    ndjson: 'En NDJSON, avec tout ce que couvrent les empreintes',
    chain: 'Chaîne de tout le journal',
    chainLead:
      'La console lit chaque entrée, recalcule son empreinte et cherche l’entrée précédente. Une entrée modifiée, ou retirée entre deux autres, rompt la chaîne.',
    check: 'Vérifier la chaîne',
    read: (count: string) => `${count} entrées lues`,
    whole: (count: string) =>
      `La chaîne est entière : ${count} entrées. Aucune n’a été modifiée, et aucune n’a été retirée entre elles.`,
    broken: (count: string) => `La chaîne est rompue. ${count} entrées ont été lues.`,
    unchecked: 'Aucune entrée n’est encore chaînée : rien n’a été vérifié. Réessayez dans un instant.',
    pending: (count: string) => `Pas encore chaînées : ${count}. Cela prend un instant.`,
    altered: 'Modifiées après leur écriture :',
    orphans: 'L’entrée qui précède celles-ci manque :',
    partly: 'Vous ne voyez qu’une partie du journal : des entrées qui précèdent les vôtres vous sont cachées.',
  },
})

/** A file of all entries, of which the page shows the first ones. `filters`: as the fields show them when it begins. */
export function ExportLog({ orgId, filters }: { orgId: string; filters: () => AuditFilters }) {
  const t = texts()
  return (
    <Card title={t.export}>
      <p>{t.exportLead}</p>
      <LongRun progress={(count) => t.read(numberOf(count))}>
        {(start) =>
          (['csv', 'ndjson'] as const).map((name) => (
            <Button
              key={name}
              icon="download"
              onClick={() =>
                start(async (read) => {
                  const { header, lineOf, type, name: fileName } = entryFormats[name]
                  const parts = [header]
                  const outcome = await read(everyEntry(orgId, filters()), (page) => {
                    parts.push(page.map(lineOf).join(''))
                  })
                  if (outcome === 'done') saveFile(new Blob(parts, { type }), fileName)
                })
              }
            >
              {t[name]}
            </Button>
          ))
        }
      </LongRun>
    </Card>
  )
}

interface CheckLogProps {
  readonly orgId: string
  /** Whether the reader sees the entries of the whole organization. */
  readonly seesAll: boolean
}

/** Checks the chain of the whole log, also of entries that the page does not show. */
export function CheckLog({ orgId, seesAll }: CheckLogProps) {
  const t = texts()
  const [findings, setFindings] = useState<ChainFindings | null>(null)
  return (
    <Card title={t.chain}>
      <p>{t.chainLead}</p>
      <LongRun progress={(count) => t.read(numberOf(count))}>
        {(start) => (
          <Button
            onClick={() =>
              start(async (read) => {
                setFindings(null)
                const check = new ChainCheck()
                const outcome = await read<AuditEntry>(everyEntry(orgId, {}), (page) => check.add(page))
                if (outcome === 'done') setFindings(check.findings())
              })
            }
          >
            {t.check}
          </Button>
        )}
      </LongRun>
      {findings && <Findings of={findings} seesAll={seesAll} />}
    </Card>
  )
}

function Findings({ of, seesAll }: { of: ChainFindings; seesAll: boolean }) {
  const t = texts()
  const { altered, pending } = of
  // Of a part, nobody can tell a hidden entry from a missing one.
  const orphans = seesAll ? of.orphans : []
  const isWhole = altered.length === 0 && orphans.length === 0
  if (isWhole && of.count === pending) return <Notice isUrgent>{t.unchecked}</Notice>
  const list = (entries: ChainFindings['altered']) => (
    <ul>
      {entries.map(({ id, at, action }) => (
        <li key={id}>
          <code>{action}</code>, {timeOf(at)}, <code>{id}</code>
        </li>
      ))}
    </ul>
  )
  return (
    <Notice kind={isWhole ? 'success' : 'failure'} isUrgent>
      <p>{(isWhole ? t.whole : t.broken)(numberOf(of.count))}</p>
      {pending > 0 && <p>{t.pending(numberOf(pending))}</p>}
      {!seesAll && <p>{t.partly}</p>}
      {altered.length > 0 && <p>{t.altered}</p>}
      {altered.length > 0 && list(altered)}
      {orphans.length > 0 && <p>{t.orphans}</p>}
      {orphans.length > 0 && list(orphans)}
    </Notice>
  )
}
