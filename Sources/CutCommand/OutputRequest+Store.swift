internal import TileStores

extension OutputRequest {
    /// What a store is to do about what is there already, for the work that a fingerprint identifies.
    func storeOptions(fingerprint: String) -> StoreOptions {
        var options = StoreOptions()
        options.replacesExisting = replacesExisting
        options.resumes = resumes
        options.linksEqualTiles = linksEqualTiles
        options.fingerprint = fingerprint
        return options
    }
}
