import type { Accent } from '../../pages/accent.ts'

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Every text has a contrast of at least 4.5 to 1 with its background, in light and dark mode. */
export const styles = {
  body: 'margin:0;padding:0;background:#f4f6f9',
  preheader: 'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all',
  background: 'background:#f4f6f9',
  margin: 'padding:24px 12px',
  paper: 'max-width:600px;background:#ffffff;border-radius:8px',
  content: `padding:32px 24px;text-align:left;${font}`,
  brand: `margin:0 0 24px;color:#566273;font-size:14px;font-weight:600;line-height:20px;${font}`,
  heading: `margin:0 0 16px;color:#1c2430;font-size:24px;font-weight:700;line-height:32px;word-break:break-word;${font}`,
  paragraph: `margin:0 0 16px;color:#1c2430;font-size:16px;line-height:24px;word-break:break-word;${font}`,
  /** Beside each of its lines, so that none looks like one of ours. */
  quotation: `margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #8793a5;color:#1c2430;font-size:16px;line-height:24px;word-break:break-word;${font}`,
  buttonRow: 'margin:8px 0 24px',
  buttonCell: 'border-radius:8px',
  button: `display:inline-block;padding:14px 28px;border-radius:8px;font-size:16px;font-weight:600;line-height:20px;text-decoration:none;${font}`,
  smallPrint: `margin:0 0 12px;color:#566273;font-size:13px;line-height:20px;word-break:break-word;${font}`,
  link: 'word-break:break-all',
  logo: 'display:block;height:48px;width:auto;max-width:240px;margin:0 0 12px;border:0',
  code: `margin:0 0 24px;color:#1c2430;font-size:34px;font-weight:700;line-height:44px;letter-spacing:6px;font-variant-numeric:tabular-nums;word-break:break-word;${font}`,
} as const

/** The organization's own colour, or that of the service. Its contrast with the text on it is enforced. */
export function buttonColours(accent: Accent | null): { readonly surface: string; readonly text: string } {
  return accent ? { surface: accent.light, text: accent.lightText } : { surface: '#2447c6', text: '#ffffff' }
}

/** Clients that know no such styles invert colors by themselves. */
export function darkStyle(accent: Accent | null): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.background{background:#11151c!important}
.paper{background:#1a202a!important}
.text{color:#e6e9ee!important}
.quiet{color:#a3adbb!important}
.link{color:${accent?.dark ?? '#9db6ff'}!important}
}`
}
