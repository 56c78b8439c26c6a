import { serviceName } from '../../../shared/pages/brand.ts'
import { checkStamps, tryStampsOnAllPages } from '../../../shared/pdf/check-stamps.ts'
import type { DocumentUpdate } from '../../../shared/pdf/document-update.ts'
import { pagesOnTrial, type StampCheck } from '../../../shared/pdf/page-drawings/stamp-checks.ts'
import { stampSample } from '../../../shared/pdf/page-drawings/stamp-sample.ts'
import type { PageGeometry } from '../../../shared/pdf/page-geometry.ts'
import { geometriesOf } from '../../../shared/pdf/page-tree.ts'
import { type SignerStamps, type StampOptions, stampDocument } from '../../../shared/pdf/stamp.ts'
import { AlteredPicture } from './altered-picture.ts'

/** The stamps of a document, which are put on it and then looked for in the sealed file. */
export class Stamps {
  readonly #signers: readonly SignerStamps[]
  readonly #options: StampOptions
  #pages: PageGeometry[] = []

  constructor(signers: readonly SignerStamps[], options: StampOptions) {
    this.#signers = signers
    this.#options = options
  }

  async putOn(update: DocumentUpdate): Promise<void> {
    this.#pages = geometriesOf(update)
    await stampDocument(update, this.#signers, this.#options)
    update.describe({ title: this.#options.title, producer: serviceName })
  }

  /**
   * Throws `AlteredPicture` where a sealed file shows anything but what was shown to the signers and these stamps, and
   * another error where that cannot be told now.
   */
  async check({ shown, sealed }: { shown: Uint8Array; sealed: Uint8Array }): Promise<void> {
    if (this.#pages.length > pagesOnTrial) believe(await tryStampsOnAllPages(shown))
    const sample = await stampSample(this.#pages, this.#signers, this.#options)
    believe(await checkStamps({ shown, stamped: sealed, sample }))
  }
}

function believe(check: StampCheck): void {
  if (!check.valid) throw new Error(`what the sealed file shows cannot be told: ${check.reason}`)
  if (check.difference !== null) throw new AlteredPicture(`the sealed file shows something else: ${check.difference}`)
}
