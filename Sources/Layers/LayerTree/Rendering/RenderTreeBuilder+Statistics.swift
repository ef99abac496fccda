internal import TilePyramid

extension RenderTreeBuilder {
    /// Adds the counters of building a frame.
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
    /// The number of quads, including those in groups.
    var quadCount: Int {
        switch self {
        case .quad: 1
        case .group(let group): group.items.reduce(0) { $0 + $1.quadCount }
        }
    }

    /// The number of groups, including itself.
    var groupCount: Int {
        switch self {
        case .quad: 0
        case .group(let group): group.items.reduce(1) { $0 + $1.groupCount }
        }
    }
}
