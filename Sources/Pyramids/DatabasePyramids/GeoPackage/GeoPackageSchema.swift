/// The tables of a GeoPackage with tiles (OGC 12-128r18, https://www.geopackage.org/spec131/, annex C).
enum GeoPackageSchema {
    /// The SQLite application ID, "GPKG" (requirement 2).
    static let applicationID = 0x4750_4B47
    /// The SQLite user version: GeoPackage 1.3.1 (requirement 2).
    static let userVersion = 10_301

    /// The ID of a coordinate reference system that is unknown: pixels (requirement 11).
    static let undefinedCartesian = -1
    /// The ID of Web Mercator.
    static let webMercator = 3857

    /// The date of the contents, the same in every run, as all that is written.
    static let date = "1970-01-01T00:00:00.000Z"

    /// The tables that describe the contents, with the systems that every file has and Web Mercator.
    static let tables = """
        PRAGMA user_version = \(userVersion);
        CREATE TABLE gpkg_spatial_ref_sys (
            srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
            organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
        INSERT INTO gpkg_spatial_ref_sys VALUES
            ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
            ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
            ('WGS 84 geodetic', 4326, 'EPSG', 4326, '\(wgs84)', 'longitude and latitude in degrees'),
            ('WGS 84 / Pseudo-Mercator', 3857, 'EPSG', 3857, '\(pseudoMercator)', 'Web Mercator in meters');
        CREATE TABLE gpkg_contents (
            table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
            description TEXT DEFAULT '',
            last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
            min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
            CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_tile_matrix_set (
            table_name TEXT NOT NULL PRIMARY KEY, srs_id INTEGER NOT NULL,
            min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL, max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL,
            CONSTRAINT fk_gtms_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
            CONSTRAINT fk_gtms_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
        CREATE TABLE gpkg_tile_matrix (
            table_name TEXT NOT NULL, zoom_level INTEGER NOT NULL, matrix_width INTEGER NOT NULL,
            matrix_height INTEGER NOT NULL, tile_width INTEGER NOT NULL, tile_height INTEGER NOT NULL,
            pixel_x_size DOUBLE NOT NULL, pixel_y_size DOUBLE NOT NULL,
            CONSTRAINT pk_ttm PRIMARY KEY (table_name, zoom_level),
            CONSTRAINT fk_tmm_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name));
        """

    /// The table of extensions.
    static let extensions = """
        CREATE TABLE gpkg_extensions (
            table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
            scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
        """

    /// The tables of metadata, an extension (annex F.8).
    static let metadata = """
        CREATE TABLE gpkg_metadata (
            id INTEGER CONSTRAINT m_pk PRIMARY KEY ASC NOT NULL, md_scope TEXT NOT NULL DEFAULT 'dataset',
            md_standard_uri TEXT NOT NULL, mime_type TEXT NOT NULL DEFAULT 'text/xml',
            metadata TEXT NOT NULL DEFAULT '');
        CREATE TABLE gpkg_metadata_reference (
            reference_scope TEXT NOT NULL, table_name TEXT, column_name TEXT, row_id_value INTEGER,
            timestamp DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
            md_file_id INTEGER NOT NULL, md_parent_id INTEGER,
            CONSTRAINT crmr_mfi_fk FOREIGN KEY (md_file_id) REFERENCES gpkg_metadata(id),
            CONSTRAINT crmr_mpi_fk FOREIGN KEY (md_parent_id) REFERENCES gpkg_metadata(id));
        """
    /// The name of the standard of an attribution, Dublin Core's rights.
    static let rights = "http://purl.org/dc/terms/rights"

    /// The statement that creates the table of tiles.
    static func tiles(_ table: String) -> String {
        """
        CREATE TABLE \(TileTable.quoted(table)) (
            id INTEGER PRIMARY KEY AUTOINCREMENT, zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL,
            tile_row INTEGER NOT NULL, tile_data BLOB NOT NULL, UNIQUE (zoom_level, tile_column, tile_row));
        """
    }

    /// The name of a table for an image: letters, digits and underscores, beginning with a letter.
    ///
    /// Other names are allowed, but programs are known to fail on them.
    static func tableName(for name: String) -> String {
        let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let plain = String(name.map { isPlain($0) ? $0 : "_" }.prefix(60))
        let reserved = ["gpkg_", "rtree_", "sqlite_"]
        let isUsable =
            plain.first.map { $0.isLetter } ?? false && !reserved.contains { plain.lowercased().hasPrefix($0) }
        return isUsable ? plain : "tiles_\(plain)"
    }

    private static let wgs84 = """
        GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],\
        AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
        UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]
        """
    private static let pseudoMercator = """
        PROJCS["WGS 84 / Pseudo-Mercator",\(wgs84),PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],\
        PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],\
        UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],\
        EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m \
        +nadgrids=@null +wktext +no_defs"],AUTHORITY["EPSG","3857"]]
        """
}
