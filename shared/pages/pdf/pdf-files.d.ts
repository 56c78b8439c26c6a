/** The files of a folder of pdfjs-dist: their names as assets, beside this script, by their own names. */
declare module 'pdf-files:cmaps' {
  const names: Readonly<Record<string, string>>
  export default names
}
declare module 'pdf-files:standard_fonts' {
  const names: Readonly<Record<string, string>>
  export default names
}
/** The name of the worker's script, beside this one. */
declare module 'pdf-files:worker' {
  const name: string
  export default name
}
