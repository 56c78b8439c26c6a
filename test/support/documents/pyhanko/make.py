"""Makes the files of this folder with pyHanko, as README.md says: `python make.py one-page.pdf sealed.pdf`."""

import datetime
import io
import sys

from asn1crypto import keys, x509 as asn1
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.generic import pdf_name
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign import fields, signers, timestamps
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.registry import SimpleCertificateStore

day = datetime.datetime


def name(text):
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def certificate(subject, key, issuer, issuer_key, purpose=None):
    is_root = subject == issuer
    built = (
        x509.CertificateBuilder()
        .subject_name(name(subject))
        .issuer_name(name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(day(2025, 1, 1))
        .not_valid_after(day(2049, 1, 1))
        .add_extension(x509.BasicConstraints(is_root, None), True)
        .add_extension(x509.KeyUsage(not is_root, not is_root, False, False, False, is_root, is_root, False, False), True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), False)
    )
    if purpose:
        built = built.add_extension(x509.ExtendedKeyUsage([purpose]), True)
    return built.sign(issuer_key, hashes.SHA256())


def loaded(made):
    return asn1.Certificate.load(made.public_bytes(serialization.Encoding.DER))


def private(key):
    encoded = key.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return keys.PrivateKeyInfo.load(encoded)


root_key, jane_key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
clock_key = rsa.generate_private_key(65537, 2048)
root = certificate("Example Root", root_key, "Example Root", root_key)
jane = certificate("Jane Doe", jane_key, "Example Root", root_key)
clock = certificate("Example Clock", clock_key, "Example Root", root_key, ExtendedKeyUsageOID.TIME_STAMPING)
crl = (
    x509.CertificateRevocationListBuilder()
    .issuer_name(name("Example Root"))
    .last_update(datetime.datetime.now() - datetime.timedelta(days=1))
    .next_update(day(2048, 1, 1))
    .add_extension(x509.CRLNumber(1), False)
    .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), False)
    .sign(root_key, hashes.SHA256())
    .public_bytes(serialization.Encoding.DER)
)
store = SimpleCertificateStore.from_certs([loaded(root)])
signer = signers.SimpleSigner(signing_cert=loaded(jane), signing_key=private(jane_key), cert_registry=store)
stamper = timestamps.DummyTimeStamper(tsa_cert=loaded(clock), tsa_key=private(clock_key), certs_to_embed=store)


def context():
    return ValidationContext(
        trust_roots=[loaded(root)],
        crls=[crl],
        allow_fetching=False,
        revocation_mode="soft-fail",
        other_certs=[loaded(clock)],
    )


def writer(data):
    return IncrementalPdfFileWriter(io.BytesIO(data))


def save(file, data):
    with open(file, "wb") as target:
        target.write(data)
    return data


def sign(data, field="Signature1", timestamper=None, **settings):
    metadata = signers.PdfSignatureMetadata(
        field_name=field, md_algorithm="sha256", subfilter=fields.SigSeedSubFilter.PADES, **settings
    )
    return signers.PdfSigner(metadata, signer, timestamper=timestamper).sign_pdf(writer(data)).getvalue()


def timestamp(data):
    return signers.PdfTimeStamper(stamper).timestamp_pdf(writer(data), "sha256", context()).getvalue()


def change(file, data, edit):
    update = writer(data)
    edit(update, update.root["/Pages"]["/Kids"][0])
    target = io.BytesIO()
    update.write(target)
    save(file, target.getvalue())


one_page, sealed = (open(file, "rb").read() for file in sys.argv[1:3])

long_term = dict(embed_validation_info=True, validation_context=context(), timestamper=stamper)
save("b-b.pdf", sign(one_page))
save("b-t.pdf", sign(one_page, timestamper=stamper))
save("b-lt.pdf", sign(one_page, **long_term))
archived = save("b-lta.pdf", sign(one_page, use_pades_lta=True, **long_term))
save("b-lta-then-b-b.pdf", sign(archived, field="Signature2"))
reader = PdfFileReader(io.BytesIO(archived))
renewed = signers.PdfTimeStamper(stamper).update_archival_timestamp_chain(reader, context())
save("b-lta-renewed.pdf", renewed.getvalue())
save("sealed-then-timestamped.pdf", timestamp(sealed))


def replace_stream(update, reference, data):
    entries = dict(reference.get_object().items())
    for entry in ("/Length", "/Filter"):
        entries.pop(entry, None)
    update.objects[(0, reference.idnum)] = generic.StreamObject(dict_data=entries, stream_data=data)


def page_content(update, page):
    replace_stream(update, page.raw_get("/Contents"), b"BT /F1 12 Tf 50 150 Td (The buyer pays 900 EUR) Tj ET")


def image(update, page):
    reference = page["/Resources"]["/XObject"].raw_get("/I1")
    replace_stream(update, reference, b"\x00\x00\xff")


def font(update, page):
    page["/Resources"]["/Font"]["/F1"][pdf_name("/BaseFont")] = pdf_name("/Symbol")
    update.mark_update(page["/Resources"]["/Font"].raw_get("/F1"))


def annotation(update, page):
    note = generic.DictionaryObject(
        {
            pdf_name("/Type"): pdf_name("/Annot"),
            pdf_name("/Subtype"): pdf_name("/Square"),
            pdf_name("/Rect"): generic.ArrayObject(generic.NumberObject(each) for each in (40, 140, 250, 170)),
            pdf_name("/IC"): generic.ArrayObject(generic.NumberObject(1) for _ in range(3)),
        }
    )
    page["/Annots"].append(update.add_object(note))
    update.update_container(page["/Annots"])


def add_page(update, page):
    pages = update.root["/Pages"]
    new = generic.DictionaryObject(
        {
            pdf_name("/Type"): pdf_name("/Page"),
            pdf_name("/Parent"): update.root.raw_get("/Pages"),
            pdf_name("/MediaBox"): generic.ArrayObject(generic.NumberObject(each) for each in (0, 0, 300, 200)),
        }
    )
    pages["/Kids"].append(update.add_object(new))
    pages[pdf_name("/Count")] = generic.NumberObject(2)
    update.update_container(pages["/Kids"])
    update.update_container(pages)


def catalog(update, page):
    update.root[pdf_name("/OpenAction")] = generic.DictionaryObject(
        {pdf_name("/S"): pdf_name("/JavaScript"), pdf_name("/JS"): generic.pdf_string("app.alert('500')")}
    )
    update.update_root()


def field(update, page):
    widget = update.root["/AcroForm"]["/Fields"][0]
    widget[pdf_name("/V")] = generic.pdf_string("900 EUR")
    update.update_container(widget)


def form(update, page):
    del update.root["/AcroForm"]
    update.update_root()


def every_mention(update, page):
    del update.root["/AcroForm"], update.root["/Perms"]
    update.update_root()
    del page["/Annots"][-1]
    update.update_container(page["/Annots"])


for edit, what in (
    (page_content, "content-replaced"),
    (image, "image-replaced"),
    (font, "font-changed"),
    (annotation, "annotation-added"),
    (add_page, "page-added"),
    (catalog, "catalog-changed"),
    (field, "field-altered"),
    (form, "form-removed"),
    (every_mention, "every-mention-removed"),
):
    change(f"sealed-then-{what}.pdf", sealed, edit)
