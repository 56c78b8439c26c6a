"""Makes the fonts of this folder with fontTools 4: python make.py"""
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

NAMES = ['.notdef', 'five', 'nine', 'six', 'seven']
PLACES = {'.notdef': 4, 'five': 0, 'nine': 1, 'six': 2, 'seven': 3}


def box(pen, place):
    left = (16 + 48 * place) * 4
    for move, point in [(pen.moveTo, (left, 160)), (pen.lineTo, (left, 288)), (pen.lineTo, (left + 128, 288)), (pen.lineTo, (left + 128, 160))]:
        move(point)
    pen.closePath()


def table(platform, encoding, format, letters):
    made = CmapSubtable.newSubtable(format)
    made.platformID, made.platEncID, made.language, made.cmap = platform, encoding, 0, letters
    return made


def true_type(path, tables, order=NAMES):
    builder = FontBuilder(1024, isTTF=True)
    builder.setupGlyphOrder(order)
    glyphs = {}
    for index, name in enumerate(order):
        pen = TTGlyphPen(None)
        box(pen, PLACES[NAMES[index]])
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (1024, glyphs[name].xMin) for name in order})
    finish(builder, order)
    builder.font['cmap'].tables = tables
    builder.save(path)


def compact(path, encoding=None):
    builder = FontBuilder(1024, isTTF=False)
    builder.setupGlyphOrder(NAMES)
    letters = {}
    for name in NAMES:
        pen = T2CharStringPen(1024, None)
        box(pen, PLACES[name])
        letters[name] = pen.getCharString()
    builder.setupCFF('J-R', {'FullName': 'J'}, letters, {})
    builder.setupHorizontalMetrics({name: (1024, 0) for name in NAMES})
    finish(builder, NAMES)
    if encoding:
        builder.font['CFF '].cff.topDictIndex[0].Encoding = encoding
    with open(path, 'wb') as file:
        file.write(builder.font['CFF '].compile(builder.font))


def finish(builder, order):
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupCharacterMap({0x35: order[1]})
    builder.setupNameTable({'familyName': 'J', 'styleName': 'R', 'psName': 'J-R'})
    builder.setupOS2()
    builder.setupPost()


def bytes_table(letters):
    return table(1, 0, 0, {code: '.notdef' for code in range(256)} | letters)


macintosh = bytes_table({0x35: 'nine'})
unicode = table(3, 1, 4, {0x35: 'five'})
symbol = table(3, 0, 4, {0xF035: 'six'})
platform = table(0, 3, 4, {0x35: 'seven'})
both = {0x35: 'five', 0x36: 'six'}
true_type('macintosh-unicode.ttf', [macintosh, unicode])
true_type('symbol-macintosh.ttf', [symbol, macintosh])
true_type('all-tables.ttf', [platform, macintosh, symbol, unicode])
true_type('symbol-unicode.ttf', [symbol, unicode])
true_type('unicode-platform.ttf', [platform])
true_type('no-table.ttf', [])
true_type('macintosh.ttf', [macintosh])
true_type('names-disagree.ttf', [unicode, macintosh], ['.notdef', 'nine', 'five', 'six', 'seven'])
true_type(
    'agreeing-tables.ttf',
    [table(0, 3, 4, both), bytes_table(both), table(3, 0, 4, {0xF000 + code: name for code, name in both.items()}), table(3, 1, 4, both)],
)
compact('standard-encoding.cff')
own = ['.notdef'] * 256
own[0x35] = 'nine'
compact('own-encoding.cff', own)
