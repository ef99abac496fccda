/// The libraries that compress the chunks of arrays.
package enum ArrayLibraries {
    /// The name and the version of each on this system, or that it is not installed; loads them.
    package static var versions: [String] { [ZstandardCodec.version, BloscCodec.version, LZ4Codec.version] }

    /// Whether chunks can be compressed with Zstandard on this system; loads the library.
    package static var hasZstandard: Bool { ZstandardCodec.isInstalled }
}
