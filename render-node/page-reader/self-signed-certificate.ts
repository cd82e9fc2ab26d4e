import { generateKeyPairSync, sign } from 'node:crypto'

/** Makes a certificate for tests that no authority signed, valid today for one host name. */
export function selfSignedCertificate(hostname: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(hostname)))
  const name = der(0x30, der(0x31, commonName))
  const validity = der(0x30, utcTime(-86_400_000), utcTime(86_400_000))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = der(0x30, der(0x02, Buffer.from([1])), algorithm, name, validity, name, spki)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const base64 = der(0x30, body, algorithm, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const length =
    content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function utcTime(offsetMs: number): Buffer {
  const digits = new Date(Date.now() + offsetMs).toISOString().replaceAll(/[-:T]/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
