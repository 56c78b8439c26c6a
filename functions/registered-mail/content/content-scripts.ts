/**
 * The scripts that the PDF of a letter can set, by their ISO 15924 codes. A character of another script is shown by its number,
 * such as `[U+12000]`.
 */
export const contentScripts = [
  ...['Latn', 'Grek', 'Cyrl', 'Arab', 'Armn', 'Beng', 'Cans', 'Deva', 'Ethi', 'Geor', 'Gujr', 'Guru', 'Hang', 'Hani'],
  ...['Hebr', 'Hira', 'Kana', 'Khmr', 'Knda', 'Laoo', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Tfng', 'Thaa'],
  ...['Thai', 'Tibt'],
]
