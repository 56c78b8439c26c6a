import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { ApiProblem } from '../api.ts'
import { currentLocale, textsOf } from '../language.ts'
import { wordsFor } from '../problem-words.ts'

const texts = textsOf({
  en: {
    details: 'Details for support',
    code: 'Code',
    requestId: 'Request',
    message: 'Message of the API',
    unexpected: 'Something went wrong in this page. Load it again.',
  },
  fr: {
    details: 'Détails pour l’assistance',
    code: 'Code',
    requestId: 'Requête',
    message: 'Message de l’API',
    unexpected: 'Un problème est survenu dans cette page. Rechargez-la.',
  },
})

/** Why something was refused, in words. The code and the id of the request are one click away. */
export function ProblemNotice({ problem }: { problem: unknown }) {
  const t = texts()
  if (!(problem instanceof ApiProblem))
    return (
      <Notice kind="failure" isUrgent>
        <p>{t.unexpected}</p>
      </Notice>
    )
  const fields = issuesOf(problem)
  return (
    <Notice kind="failure" isUrgent>
      <p>{wordsFor(problem, currentLocale())}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {problem.code !== 'network' && (
        <Disclosure summary={t.details}>
          <dl class="pairs">
            <dt>{t.code}</dt>
            <dd>
              <code>{problem.code}</code>
            </dd>
            {problem.requestId && (
              <>
                <dt>{t.requestId}</dt>
                <dd>
                  <code>{problem.requestId}</code>
                </dd>
              </>
            )}
            {problem.message && (
              <>
                <dt>{t.message}</dt>
                <dd lang="en">{problem.message}</dd>
              </>
            )}
          </dl>
        </Disclosure>
      )}
    </Notice>
  )
}

/** The fields that the API names. */
function issuesOf({ details }: ApiProblem): { path: string; message: string }[] {
  if (!Array.isArray(details.issues)) return []
  return details.issues.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('path' in issue) || !Array.isArray(issue.path)) return []
    const message = 'message' in issue ? String(issue.message) : ''
    return [{ path: issue.path.join('.'), message }]
  })
}
