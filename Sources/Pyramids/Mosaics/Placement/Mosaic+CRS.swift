internal import Georeferencing
internal import ImageCodecs
internal import ImageMetadata

extension Mosaic {
    /// The most images that are looked at for ``firstImage(in:)``.
    private static let searchLimit = 100

    /// Returns the first image of the list that is in a coordinate reference system by its own georeference; nil if none of the
    /// first hundred is.
    package func firstImage(in crs: String) -> MosaicDescription.Member? {
        description.members.prefix(Self.searchLimit).first { member in
            let found = try? RasterGeoreference.readGeoTIFF(.file(member.path), page: member.page)
            return found?.crs == crs
        }
    }
}
