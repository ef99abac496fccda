internal import TilePyramid

extension RenderTreeBuilder {
    /// Adds what the building of a frame has counted.
    func report(_ tree: RenderTree, to statistics: inout FrameStatistics) {
        statistics.layers += layers
        statistics.culledLayers += culledLayers
        statistics.occludedQuads += occludedQuads
        statistics.visiblePixels += tree.size.area
        for item in tree.items {
            statistics.quads += item.quadCount
            statistics.groups += item.groupCount
        }
    }
}

extension RenderItem {
    /// How many quads it is made of.
    var quadCount: Int {
        switch self {
        case .quad: 1
        case .group(let group): group.items.reduce(0) { $0 + $1.quadCount }
        }
    }

    /// How many groups it is made of, itself included.
    var groupCount: Int {
        switch self {
        case .quad: 0
        case .group(let group): group.items.reduce(1) { $0 + $1.groupCount }
        }
    }
}
