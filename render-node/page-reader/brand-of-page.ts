import { type Brand, defaultBrand } from '../../shared/brand.ts'
import type { PageText } from './page-text.ts'

/** The brand a video takes from its page: name, colour and address. */
export function brandOfPage(page: PageText): Brand {
  return {
    name: (page.siteName || page.host).slice(0, 60).toWellFormed(),
    color: page.brandColor ?? defaultBrand.color,
    site: page.host.length <= 100 ? page.host : '',
  }
}
