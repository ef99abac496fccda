import Georeferencing
import ImageMetadata
import ImageSources
import Mosaics
import PyramidTools
import TileCutting
import TilePyramid
import TileStores
import TiledLayers

func conversionListing() async throws {
    // listing
    guard let old = try await Pyramids.open("old.dzi") else { return }
    var options = ConversionOptions()
    options.target = PyramidTarget(.pmtiles)
    let plan = try ConversionPlan(old, options: options)
    let store = try plan.target.makeStore(at: "new.pmtiles", pyramid: plan.pyramid, format: plan.format)
    let conversion = try await plan.convert(into: store)
    print("\(conversion.copiedTiles) tiles copied")
    // end
}

func imageReportListing() throws {
    // listing
    let report = try ImageReport(.file("elevation.tif"))
    print(report.samples, report.georeference?.crs ?? "no place")  // 1 × 32 bits, float, gray EPSG:25832
    // end
}

func pixelReaderListing() async throws {
    // listing
    guard let pyramid = try await Pyramids.open("big.dzi") else { return }
    let reader = PyramidPixelReader(pyramid)
    let bytes = try reader.pixels(in: PixelRect(x: 3000, y: 2000, width: 640, height: 480))
    // end
    _ = bytes
}

func verifierListing() async throws {
    // listing
    if let pyramid = try await Pyramids.open("big.dzi") {
        let verification = try await PyramidVerifier(pyramid).verify()
        for issue in verification.issues { print(issue.location, issue.message) }
    }
    // end
}

func cutOfTilesListing(old: any TileSource, date: String, options: CutOptions) async throws -> CutSummary {
    // listing
    let plan = try CutPlan(tilesOf: old, name: "old.dzi", identity: "old.dzi of \(date)", options: options)
    let store = try PyramidFormat.deepZoom.makeStore(at: "new.dzi", pyramid: plan.pyramid, format: plan.format)
    let summary = try await plan.cut(into: store)
    // end
    return summary
}

func mosaicListing() throws {
    // listing
    let mosaic = try openMosaic(MosaicList("scans.json"))
    print(mosaic.info.size)
    // end
}

func formatListing(toy: PyramidFormat) async throws -> OpenedPyramid? {
    // listing
    let formats = PyramidFormats(PyramidFormats.files.all + [toy])
    let pyramid = try await Pyramids.open("big.toy", formats: formats)
    // end
    return pyramid
}

func storeListing(plan: CutPlan) throws -> any TileStore {
    // listing
    let store = try PyramidFormat.deepZoom.makeStore(at: "big.dzi", pyramid: plan.pyramid, format: plan.format)
    // end
    return store
}

func targetListing() -> [PyramidTarget] {
    // listing
    let map = PyramidTarget(.pmtiles)
    let archive = PyramidTarget(.zoomify, in: .zip)
    // end
    return [map, archive]
}

func openingFilesListing(show: (TiledImage) -> Void) async throws {
    // listing
    if let pyramid = try await Pyramids.open("big.dzi", formats: .files) {
        show(TiledImage(pyramid.source, name: pyramid.name))
    }
    // end
}

func openingListing(show: (TiledImage) -> Void) async throws {
    // listing
    if let pyramid = try await Pyramids.open("big.dzi") {
        show(TiledImage(pyramid.source, name: pyramid.name))
    }
    // end
}

func viewerPageListing(store: any TileStore, pyramid: Pyramid, target: PyramidTarget) throws {
    // listing
    try store.finish()
    try ViewerPage(for: pyramid, format: .jpeg, target: target, output: "big").write()
    // end
}
