import { Button } from '../../../../shared/pages/components/button.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { ApiProblem } from '../api.ts'
import { currentLocale, textsOf } from '../language.ts'
import { wordsFor } from '../problem-words.ts'
import { currentRoute } from '../router.ts'
import { signIn } from '../session.ts'
import { type FieldIssue, type FieldPath, fieldName, issuesOf } from './field-issues.ts'

const texts = textsOf({
  en: {
    details: 'Details for support',
    code: 'Code',
    requestId: 'Request',
    message: 'Message of the API',
    unexpected: 'Something went wrong in this page. Load it again.',
    again: 'Sign in again',
    reload: 'Load the page again',
    colon: ': ',
    against: (name: string) =>
      `does not go with “${name}”. Change one of the two. Where nothing is chosen, what is inherited counts.`,
  },
  fr: {
    details: 'Détails pour l’assistance',
    code: 'Code',
    requestId: 'Requête',
    message: 'Message de l’API',
    unexpected: 'Un problème est survenu dans cette page. Rechargez-la.',
    again: 'Se reconnecter',
    reload: 'Recharger la page',
    colon: ' : ',
    against: (name: string) =>
      `ne va pas avec « ${name} ». Modifiez l’un des deux. Sans choix propre, c’est la valeur héritée qui compte.`,
  },
})

interface ProblemNoticeProps {
  readonly problem: unknown
  /** What the form that was sent calls a value. */
  readonly labelOf?: ((path: FieldPath) => string | null) | undefined
}

/** Why something was refused, in words. The code and the id of the request are one click away. */
export function ProblemNotice({ problem, labelOf }: ProblemNoticeProps) {
  const t = texts()
  if (!(problem instanceof ApiProblem))
    return (
      <Notice kind="failure" isUrgent>
        <p>{t.unexpected}</p>
      </Notice>
    )
  if (problem.needsSignIn) return <SignInNotice problem={problem} />
  const issues = issuesOf(problem)
  return (
    <Notice kind="failure" isUrgent>
      <p>{wordsFor(issues.length > 0 ? { ...problem, code: 'invalid_request' } : problem, currentLocale())}</p>
      <Issues issues={issues} labelOf={labelOf} />
      {problem.status === 412 && <Button onClick={() => location.reload()}>{t.reload}</Button>}
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

function SignInNotice({ problem }: { problem: ApiProblem }) {
  const again = () => void signIn({ isFresh: problem.needsRecentSignIn, route: currentRoute() })
  return (
    <Notice kind="warning" isUrgent>
      <p>{wordsFor(problem, currentLocale())}</p>
      <Button onClick={again}>{texts().again}</Button>
    </Notice>
  )
}

/** The values that the API names, by the words of the form. Its own sentences are in English. */
function Issues({ issues, labelOf }: { issues: readonly FieldIssue[]; labelOf: ProblemNoticeProps['labelOf'] }) {
  if (issues.length === 0) return null
  return (
    <ul>
      {issues.map(({ path, message, against }) => {
        const nameOf = (of: FieldPath) => labelOf?.(of) ?? fieldName(of)
        const [name, other] = [nameOf(path), against && nameOf(against)]
        return (
          <li key={`${path.join('.')} ${message}`}>
            <strong>{name ?? <code>{path.join('.')}</code>}</strong>
            {texts().colon}
            {other ? texts().against(other) : <span lang="en">{message}</span>}
          </li>
        )
      })}
    </ul>
  )
}
