#!/usr/bin/env bash
# Makes the vendored files again from the packages of the npm registry, byte for byte:
#   ./fetch.sh          writes them here
#   ./fetch.sh --check  writes nothing, and fails where a file here differs
# three.js is not published in a minified form: esbuild bundles the part that three.entry.js names.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
three=0.187.0 uplot=1.6.32 esbuild=0.28.2

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p out node_modules/@esbuild
npm pack --silent "three@$three" "uplot@$uplot" "@esbuild/linux-x64@$esbuild" >/dev/null
for package in "three-$three:three" "uplot-$uplot:uplot" "esbuild-linux-x64-$esbuild:@esbuild/linux-x64"; do
  mkdir -p "node_modules/${package#*:}"
  tar xzf "${package%%:*}.tgz" -C "node_modules/${package#*:}" --strip-components=1
done
cp "$here/three.entry.js" .
build=node_modules/@esbuild/linux-x64/bin/esbuild
options=(--format=esm --minify --target=es2022 --legal-comments=inline --log-level=warning)
"$build" three.entry.js --bundle "${options[@]}" --outfile=out/three.min.js
"$build" node_modules/uplot/dist/uPlot.esm.js "${options[@]}" --outfile=out/uplot.min.js
cp node_modules/uplot/dist/uPlot.min.css out/uPlot.min.css
cp node_modules/three/LICENSE out/three.LICENSE
cp node_modules/uplot/LICENSE out/uplot.LICENSE
{
  echo "# Vendored libraries"
  echo
  echo "Made by \`fetch.sh\` from the npm registry; esbuild $esbuild bundles and minifies, and is no part of the page."
  echo
  echo "| file | package | version | licence | SHA-256 |"
  echo "|---|---|---|---|---|"
  for row in "three.min.js three $three" "three.LICENSE three $three" "uplot.min.js uplot $uplot" \
    "uPlot.min.css uplot $uplot" "uplot.LICENSE uplot $uplot"; do
    read -r file name version <<<"$row"
    echo "| $file | $name | $version | MIT | $(sha256sum "out/$file" | cut -d' ' -f1) |"
  done
} >out/VERSIONS.md

if [ "${1:-}" = --check ]; then
  for file in out/*; do cmp "$file" "$here/$(basename "$file")"; done
  echo "the vendored files are those of the packages"
else
  cp out/* "$here/"
fi
