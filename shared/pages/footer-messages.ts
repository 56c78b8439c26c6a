import type { Translated } from '../platform/locale.ts'

/** What the foot of every page and e-mail says. */
interface FooterMessages {
  readonly contact: (name: string) => string
  readonly privacy: string
  readonly privacyAt: (url: string) => string
  readonly service: string
}

export const footerMessages: Translated<FooterMessages> = {
  en: {
    contact: (name) => `Questions? Contact ${name}:`,
    privacy: 'Privacy notice',
    privacyAt: (url) => `Privacy notice: ${url}`,
    service: 'Provided by Sealpost.',
  },
  fr: {
    contact: (name) => `Une question ? Contactez ${name} :`,
    privacy: 'Protection des données',
    privacyAt: (url) => `Protection des données : ${url}`,
    service: 'Service fourni par Sealpost.',
  },
}
