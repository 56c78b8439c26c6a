import type { TranslatedForReaders } from '../platform/locale.ts'

/** What the foot of every page and e-mail says. */
interface FooterMessages {
  readonly contact: (name: string) => string
  readonly privacy: string
  readonly privacyAt: (url: string) => string
  readonly service: string
}

export const footerMessages: TranslatedForReaders<FooterMessages> = {
  en: {
    contact: (name) => `Questions? Contact ${name}:`,
    privacy: 'Privacy notice',
    privacyAt: (url) => `Privacy notice: ${url}`,
    service: 'Provided by Sealpost.',
  },
  fr: {
    contact: (name) => `Une question ? Contactez ${name} :`,
    privacy: 'Protection des données',
    privacyAt: (url) => `Protection des données : ${url}`,
    service: 'Service fourni par Sealpost.',
  },
  de: {
    contact: (name) => `Fragen? Kontakt zu ${name}:`,
    privacy: 'Datenschutzhinweis',
    privacyAt: (url) => `Datenschutzhinweis: ${url}`,
    service: 'Ein Dienst von Sealpost.',
  },
  es: {
    contact: (name) => `¿Tiene alguna pregunta? Contacte con ${name}:`,
    privacy: 'Protección de datos',
    privacyAt: (url) => `Protección de datos: ${url}`,
    service: 'Servicio prestado por Sealpost.',
  },
  it: {
    contact: (name) => `Domande? Contatti ${name}:`,
    privacy: 'Informativa sulla privacy',
    privacyAt: (url) => `Informativa sulla privacy: ${url}`,
    service: 'Servizio fornito da Sealpost.',
  },
  nl: {
    contact: (name) => `Vragen? Neem contact op met ${name}:`,
    privacy: 'Privacyverklaring',
    privacyAt: (url) => `Privacyverklaring: ${url}`,
    service: 'Een dienst van Sealpost.',
  },
  pt: {
    contact: (name) => `Tem perguntas? Contacte ${name}:`,
    privacy: 'Proteção de dados',
    privacyAt: (url) => `Proteção de dados: ${url}`,
    service: 'Serviço prestado pela Sealpost.',
  },
  pl: {
    contact: (name) => `Pytania? Odpowie na nie ${name}:`,
    privacy: 'Ochrona danych',
    privacyAt: (url) => `Ochrona danych: ${url}`,
    service: 'Usługę świadczy Sealpost.',
  },
}
