import * as v from 'valibot'
import { contentChangeKinds } from '../content/content-changes.ts'
import { mailView } from '../model/mail-view.ts'

const contentChangeView = v.object({ kind: v.picklist(contentChangeKinds), name: v.string(), count: v.number() })

/** A mail after its letter was written. */
export const writtenMailView = v.pipe(
  v.object({
    ...mailView.pipe[0].entries,
    contentChanges: v.pipe(
      v.array(contentChangeView),
      v.description(
        'What was removed from contentHtml: elements and attributes by name, addresses by scheme or fault.',
      ),
    ),
  }),
  v.title('WrittenRegisteredMail'),
)
