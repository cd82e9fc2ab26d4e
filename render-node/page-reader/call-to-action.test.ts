import { expect, test } from 'vitest'
import { callToAction } from './call-to-action.ts'
import { scanHtml } from './scan-html.ts'

function callOf(html: string): string {
  return callToAction(scanHtml(html, { isStrict: true }))
}

test.each([
  ['<a class="btn btn-primary" href="/k">Koleksiyonu keşfet</a>', 'Koleksiyonu keşfet'],
  ['<a href="/t" role="button">Get your ticket</a>', 'Get your ticket'],
  ['<button>🍕 Book a table 🍕</button>', 'Book a table'],
  ['<a href="/shop">Shop the collection →</a>', 'Shop the collection'],
  [
    '<a href="/a">Discover Oslo</a><a class="cta">Jetzt <b>Honig</b> bestellen</a>',
    'Jetzt Honig bestellen',
  ],
  ['<a class="button">הזמינו לחם טרי</a>', 'הזמינו לחם טרי'],
  ['<article><a class="btn">Book a table</a></article>', 'Book a table'],
])('%s calls with %j', (html, call) => {
  expect(callOf(html)).toBe(call)
})

test.each([
  ['<nav><a class="btn" href="/b">Book a table</a></nav>'],
  ['<form><button>Get our letters</button></form>'],
  ['<div class="newsletter"><a class="btn">Join the club today</a></div>'],
  ['<div style="display:none"><a class="btn">Book a table</a></div>'],
  ['<a class="btn">Get the newsletter</a>'],
  ['<a class="btn">Start your free trial</a><article><p>News of the day</p></article>'],
  ['<a class="btn">Log in</a><button>Accept all</button><button>Menu</button>'],
  ['<a class="btn">Share on Facebook</a><a class="btn">Read more</a>'],
  ['<a class="btn" href="/">Get everything that we have ever made in the last ten years</a>'],
  ['<a href="/story">Ordering bread was never easier</a>'],
])('%s calls for nothing a video could end with', (html) => {
  expect(callOf(html)).toBe('')
})
