internal import ImageCodecs
internal import TileCutting
internal import TilePyramid
internal import TileStores

/// How a pyramid lies on disk.
public enum PyramidLayout: String, Hashable, Sendable, CaseIterable {
    /// `NAME.dzi` and `NAME_files/LEVEL/COLUMN_ROW.jpg`: what web viewers read.
    case deepzoom
    /// The full size only, as `NAME_COLUMN_ROW.jpg` side by side.
    case flat

    /// The path a store is created with, for an output that was given without an extension.
    func path(for name: String) -> String {
        switch self {
        case .deepzoom: name + ".dzi"
        case .flat: name
        }
    }

    /// The path a store is created with, for an output as the user gave it.
    ///
    /// Names with a dot in them ("map-1.5") are common; only extensions that stand for the layout are taken as such.
    func path(forGiven output: String) -> String {
        let ending = FilePath.fileExtension(of: output)
        switch self {
        case .deepzoom:
            return ["dzi", "xml"].contains(ending) ? output : output + ".dzi"
        case .flat:
            let isTileFormat = ending == "jpeg" || TileFormat(rawValue: ending) != nil
            return isTileFormat ? FilePath.withoutExtension(output) : output
        }
    }

    /// The store that a plan's tiles go to.
    func makeStore(at path: String, for plan: CutPlan, options: StoreOptions) throws -> any TileStore {
        switch self {
        case .deepzoom:
            try DeepZoomStore(creating: path, pyramid: plan.pyramid, format: plan.format, options: options)
        case .flat:
            try FlatStore(creating: path, pyramid: plan.pyramid, format: plan.format, options: options)
        }
    }
}
