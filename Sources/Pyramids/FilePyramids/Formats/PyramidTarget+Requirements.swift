package import TilePyramid

extension PyramidTarget {
    /// The requirements of a pyramid's store, without creating it.
    ///
    /// - Parameters:
    ///   - path: the path of the store, which is not looked at.
    ///   - pyramid: the geometry, of this target's ``shape``.
    ///   - format: the format of every tile.
    /// - Returns: the requirements of the store that ``makeStore(at:pyramid:format:options:)`` returns.
    /// - Throws: ``StoreError`` when the layout does not support the pyramid.
    package func requirements(at path: String, pyramid: Pyramid, format: TileFormat) throws -> StoreRequirements {
        var requirements = StoreRequirements(requiresUniformEncoding: capabilities.requiresUniformEncoding)
        if arrangement.layout != nil {
            let request = StoreRequest(path: path, pyramid: pyramid, format: format, target: self)
            requirements.wholeLevels = try request.naming().wholeLevels
        }
        return requirements
    }
}
