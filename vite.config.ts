import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: 'server/page',
  plugins: [react()],
  build: {
    outDir: '../../dist/page',
    emptyOutDir: true,
    // Inlined fonts and images would need `data:` in the server's content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
