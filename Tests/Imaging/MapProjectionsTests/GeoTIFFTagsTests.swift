import Georeferencing
import ImageMetadata
import MapProjections
import TestLimits
import Testing

/// The keys with which a GeoTIFF states a coordinate reference system; GDAL 3.6 reads these as the same systems.
@Suite(.timeLimited) struct GeoTIFFTagsTests {
    @Test(arguments: [
        ("EPSG:25832", [1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 25832]),
        ("EPSG:4258", [1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4258]),
    ])
    func `a code of EPSG is stated as it is`(crs: String, keys: [Int]) throws {
        let tags = try GeoTIFFTags(crs: crs)
        #expect(tags.keys == [1, 1, 0, 3] + keys)
        #expect(tags.texts.isEmpty && tags.doubles.isEmpty && !tags.hasPlace)
    }

    @Test func `another projected system is stated as the text of ESRI, on one line`() throws {
        let tags = try GeoTIFFTags(crs: "+proj=sinu +lon_0=9 +datum=WGS84")
        #expect(tags.texts.hasPrefix(#"ESRI PE String = PROJCS["#) && tags.texts.hasSuffix("]|"))
        #expect(tags.texts.contains(#"PROJECTION["Sinusoidal"],"#) && !tags.texts.contains("\n"))
        #expect(
            tags.keys == [1, 1, 0, 3, 1024, 0, 1, 32_767, 1025, 0, 1, 1, 3073, 34_737, tags.texts.utf8.count, 0])
    }

    @Test func `a system that cannot be stated, or is not known, is an error that names it`() {
        for crs in ["EPSG:4978", "EPSG:99999"] {
            let error = #expect(throws: GeoreferencingError.self) { try GeoTIFFTags(crs: crs) }
            #expect(error?.message.contains(crs) == true)
        }
    }
}
