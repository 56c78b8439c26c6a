/** The stored certificates do not fit the key: nothing is sealed with them until an operator imports others. */
export class UnusableSealCertificate extends Error {}
