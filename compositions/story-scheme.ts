import { mixOf } from './color-math.ts'
import { readableOn, type Palette } from './brand-palette.ts'
import { pickOf } from './scene-random.ts'

/** The colours of one picture of a story: sky to ground, and the sheet that the text stands on. */
export type StoryScheme = {
  sky: [top: string, bottom: string]
  sun: string
  /** Paper layers from the horizon to the front. */
  layers: [string, string, string, string, string]
  /** For small things that must show on the layers. */
  detail: string
  isNight: boolean
  sheet: string
  text: string
  textQuiet: string
  /** The one coloured thing in the text. */
  mark: string
}

const moods = ['dawn', 'day', 'dusk', 'night'] as const

/** The mood of a scene's picture, chosen by its id. */
export function storySchemeOf(palette: Palette, sceneId: string): StoryScheme {
  const mood = pickOf(`mood ${sceneId}`, moods)
  return { ...lightOf(palette, mood), ...sheetOf(palette, mood) }
}

function lightOf(palette: Palette, mood: (typeof moods)[number]) {
  const { brand, brandLight, brandDark, accent, neighbour, paper, ink } = palette
  switch (mood) {
    case 'dawn':
      return {
        sky: [mixOf(accent, paper, 0.72), mixOf(brandLight, paper, 0.35)] as [string, string],
        sun: accent,
        layers: layersOf(mixOf(brandLight, paper, 0.15), brandDark),
        detail: paper,
        isNight: false,
      }
    case 'day':
      return {
        sky: [mixOf(brandLight, paper, 0.25), mixOf(brandLight, paper, 0.86)] as [string, string],
        sun: mixOf(accent, paper, 0.15),
        layers: layersOf(mixOf(neighbour, paper, 0.45), mixOf(brandDark, brand, 0.25)),
        detail: paper,
        isNight: false,
      }
    case 'dusk':
      return {
        sky: [mixOf(brandDark, neighbour, 0.35), accent] as [string, string],
        sun: mixOf(accent, paper, 0.75),
        layers: layersOf(mixOf(neighbour, accent, 0.4), mixOf(brandDark, ink, 0.45)),
        detail: mixOf(accent, paper, 0.5),
        isNight: false,
      }
    case 'night':
      return {
        sky: [mixOf(ink, brandDark, 0.2), mixOf(brandDark, neighbour, 0.45)] as [string, string],
        sun: mixOf(paper, accent, 0.2),
        layers: layersOf(mixOf(brandDark, neighbour, 0.65), mixOf(ink, brandDark, 0.35)),
        detail: accent,
        isNight: true,
      }
  }
}

function sheetOf(palette: Palette, mood: (typeof moods)[number]) {
  const isLight = mood === 'night' || mood === 'day'
  const sheet = isLight ? palette.paper : mixOf(palette.ink, palette.brandDark, 0.25)
  const text = readableOn(sheet, isLight ? palette.ink : palette.paper)
  return {
    sheet,
    text,
    textQuiet: readableOn(sheet, mixOf(text, sheet, 0.28), text),
    mark: readableOn(sheet, palette.brand, isLight ? palette.brandDark : palette.accent, text),
  }
}

function layersOf(far: string, near: string): StoryScheme['layers'] {
  return [far, mixOf(far, near, 0.3), mixOf(far, near, 0.55), mixOf(far, near, 0.8), near]
}
